//! Accepting connections, and serving each for itself: none waits for another, and all end when the process is told to.

use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};

use super::connections::Connections;
use super::timed::Timed;

/// How long a client may take to send all of its headers.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// How long a client may take nothing of what is sent to it.
const WRITE_TIME: Duration = Duration::from_secs(10);
/// The most bytes of a request that wait to be read, and of its headers.
const MAX_BUFFER: usize = 64 << 10;

/// Binds the address.
///
/// # Errors
/// If it is taken or not allowed, with what to do about it.
pub(crate) async fn bind(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => anyhow::anyhow!(
            "{address} is in use: another redouble may be serving there; stop it, or choose another port with --addr"
        ),
        _ => anyhow::Error::new(error).context(format!("cannot serve on {address}")),
    })
}

/// Accepts connections until `stop`. What is returned ends those that are still open.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()>,
) -> GracefulShutdown {
    let (connections, graceful) = (Connections::default(), GracefulShutdown::new());
    let mut stop = pin!(stop);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, client)) => answer(stream, client, router.clone(), &connections, &graceful),
                Err(error) => after(&error, &connections).await,
            },
            () = &mut stop => return graceful,
        }
    }
}

/// Goes on after a connection that could not be accepted: its client is gone, or there are no descriptors left.
async fn after(error: &std::io::Error, connections: &Connections) {
    const NO_DESCRIPTORS: [i32; 2] = [23, 24];
    if error.raw_os_error().is_some_and(|number| NO_DESCRIPTORS.contains(&number)) {
        connections.shrink();
    }
    tokio::time::sleep(Duration::from_millis(20)).await;
}

fn answer(
    stream: TcpStream,
    client: SocketAddr,
    router: Router,
    connections: &Connections,
    graceful: &GracefulShutdown,
) {
    // A slide is a small answer that must not wait for more.
    let _ = stream.set_nodelay(true);
    let (open, closed) = connections.add(client.ip());
    let router = TowerToHyperService::new(router);
    let answers = service_fn(move |request| {
        open.used();
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        // A client that closes its sending side is taken to be gone: that is how work for nobody is noticed.
        .half_close(false)
        .max_buf_size(MAX_BUFFER)
        .serve_connection(TokioIo::new(Timed::new(stream, WRITE_TIME)), answers);
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        tokio::select! {
            // What a client sends wrong is answered or dropped by hyper; there is nobody to tell.
            _ = connection => {},
            // Another client needs the room.
            _ = closed => {},
        }
    });
}

/// Ctrl-C, or the signal by which the system stops a program.
pub(crate) async fn stopped() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! { _ = interrupt => {}, _ = terminate.recv() => {} }
            return;
        }
    }
    let _ = interrupt.await;
}
