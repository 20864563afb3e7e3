//! `redouble play`: the game in the terminal.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use anyhow::{Context, bail};
use redouble_core::{Board, FourChance, Game, Grid, Position, Rules, Shape, Tile};
use redouble_lab::Entrant;
use redouble_players::Catalog;

use crate::ExitCode;
use crate::adviser::Adviser;
use crate::boards;
use crate::host::fresh_seed;
use crate::output::UsageError;
use crate::plain;
use crate::saved::{self, default_directory};
use crate::terminal::{self, Exit, Theme};
use redouble_api::{Games, Mark, import};
use redouble_store::Durability;

/// The game that is played, with all that are kept.
pub(crate) type Session = redouble_api::Session<Box<Games>>;

/// Play in the terminal. The game is saved at every move; the next start goes on with it.
#[derive(clap::Args, Clone, Default)]
pub(crate) struct Args {
    /// The shape of the board, 2x2 to 8x8 [default: that of the saved game, or 4x4]
    #[arg(long, value_name = "ROWSxCOLS")]
    board: Option<Shape>,
    /// The seed of a new game; the same seed is the same game everywhere [default: another one every time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The probability that a new tile is a 4 [default: 0.1]
    #[arg(long, value_name = "P")]
    p4: Option<FourChance>,
    /// The tile that wins [default: 2048]
    #[arg(long, value_name = "TILE")]
    goal: Option<Tile>,
    /// Start from this board, written as for `redouble move`
    #[arg(long, value_name = "BOARD", conflicts_with = "import", value_parser = boards::argument)]
    from: Option<Board>,
    /// Start from a file: a game record, or the gameState of a 2048 in the browser
    #[arg(long, value_name = "FILE")]
    import: Option<PathBuf>,
    /// Put a saved game away and start a new one
    #[arg(long)]
    new: bool,
    /// Line by line, for screen readers and pipes
    #[arg(long)]
    plain: bool,
    /// The colours [default: classic, under NO_COLOR plain]
    #[arg(long, value_enum)]
    theme: Option<Theme>,
    /// Where saved games are [default: the data directory of the user]
    #[arg(long, value_name = "DIR", env = "REDOUBLE_DATA")]
    data: Option<PathBuf>,
    /// Who gives hints and plays on: see `redouble players` [default: ntuple:depth=2 where there is a network for the board,
    /// expectimax:depth=3 elsewhere]
    #[arg(long, value_name = "SPEC")]
    player: Option<Entrant>,
    /// Save nothing
    #[arg(long, conflicts_with = "new")]
    no_save: bool,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    if args.plain || !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        let mut session = args.session()?;
        let adviser = args.adviser(catalog, &session)?;
        plain::play(&mut session, adviser, io::stdin().lock(), io::stdout().lock())?;
        if let Some(trouble) = session.trouble() {
            bail!("{trouble}");
        }
    } else {
        play_in_colour(args, catalog)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// One session a board, until the player quits.
fn play_in_colour(args: &Args, catalog: &Catalog) -> anyhow::Result<()> {
    let mut args = args.clone();
    loop {
        let session = args.session()?;
        let adviser = args.adviser(catalog, &session)?;
        let (exit, theme) = terminal::play(session, args.theme, adviser)?;
        let Exit::Board(shape) = exit else { return Ok(()) };
        // What was said about the first game does not hold for the next.
        args = Args {
            board: Some(shape),
            theme: Some(theme),
            seed: None,
            from: None,
            import: None,
            new: false,
            ..args
        };
    }
}

impl Args {
    /// Who gives hints in this game.
    fn adviser<'a>(&self, catalog: &'a Catalog, session: &Session) -> Result<Adviser<'a>, UsageError> {
        let rules = session.game().rules();
        let usable = self.player.as_ref().map_or(Ok(()), |player| player.check(catalog, rules));
        usable.map_err(|error| UsageError(format!("--player: {error}")))?;
        Ok(Adviser::new(catalog, self.player.as_ref(), rules))
    }

    /// The rules as far as they are given, the rest as in `usual`.
    fn rules(&self, usual: Rules) -> Rules {
        Rules {
            shape: usual.shape,
            four_chance: self.p4.unwrap_or(usual.four_chance),
            goal: self.goal.unwrap_or(usual.goal),
        }
    }

    /// The saved game, or a new one.
    fn session(&self) -> anyhow::Result<Session> {
        let given = self.given_game()?;
        let shape = given.as_ref().map(|game| game.rules().shape).or(self.board);
        if self.no_save {
            return self.begun(Games::unsaved(), given, shape);
        }
        let mut games = self.games()?;
        let saved = match shape {
            Some(shape) => games.latest(shape),
            None => games.current().or_else(|| games.latest(Shape::CLASSIC)),
        };
        let Some(id) = saved.filter(|_| !self.new) else { return self.begun(games, given, shape) };
        let game = Game::from_record(&games.record(id)?)?;
        if game.is_over() && given.is_some() {
            return self.begun(games, given, shape);
        }
        self.continues(&game, given.as_ref())?;
        games.open_game(id)?;
        Ok(Session::open(Box::new(games), id)?)
    }

    /// The kept games, of which nobody else plays one meanwhile.
    fn games(&self) -> anyhow::Result<Games> {
        let directory = self.data.clone().map_or_else(default_directory, Ok)?;
        let mut games = saved::open(&directory, Durability::EveryChange)?;
        match saved::take_over(&mut games, &directory) {
            Err(error) if self.new => eprintln!("not taken over: {error:#}"),
            taken => taken?,
        }
        Ok(games)
    }

    /// A game that begins.
    fn begun(&self, mut games: Games, given: Option<Game>, shape: Option<Shape>) -> anyhow::Result<Session> {
        let game = given.unwrap_or_else(|| self.new_game(shape.unwrap_or(Shape::CLASSIC)));
        let id = games.add_marked(&game, self.marks())?;
        Ok(Session::open(Box::new(games), id)?)
    }

    /// What sets a game that begins apart from one that begins by chance.
    fn marks(&self) -> &'static [Mark] {
        match (&self.import, self.seed) {
            (Some(_), _) => &[Mark::Import],
            (None, Some(_)) => &[Mark::Seed],
            (None, None) => &[],
        }
    }

    fn new_game(&self, shape: Shape) -> Game {
        Game::new(self.rules(Rules::on(shape)), self.seed.unwrap_or_else(fresh_seed))
    }

    /// The game that `--from` or `--import` starts with.
    fn given_game(&self) -> anyhow::Result<Option<Game>> {
        let seed = self.seed.unwrap_or_else(fresh_seed);
        let game = if let Some(board) = self.from {
            Game::from_position(self.rules(Rules::on(board.shape())), Position::new(board), 0, seed)
        } else if let Some(path) = &self.import {
            let text = std::fs::read_to_string(path);
            let text = text.with_context(|| format!("--import: cannot read {}", path.display()))?;
            import::game(&text, self.rules(Rules::default()), seed)
                .with_context(|| format!("--import: {}", path.display()))?
        } else {
            return Ok(None);
        };
        if self.from.is_some() && game.is_over() {
            return Err(UsageError(
                "--from: there is no move on this board, so no game starts from it".into(),
            )
            .into());
        }
        Ok(Some(game))
    }

    /// A saved game goes on unless the arguments ask for another one; then they must say `--new`.
    fn continues(&self, saved: &Game, given: Option<&Game>) -> anyhow::Result<()> {
        let asks_for_another = given.is_some()
            || self
                .seed
                .is_some_and(|seed| Game::new(saved.rules(), seed).record().start != saved.record().start)
            || saved.rules() != self.rules(saved.rules());
        if asks_for_another {
            let shape = saved.rules().shape;
            return Err(UsageError(format!(
                "a {shape} game with other settings is saved (score {}): leave them out to go on with it, or add --new to put it away",
                saved.score()
            ))
            .into());
        }
        Ok(())
    }
}
