// Before the first paint: the colours and the pace, so that nothing flashes. Not a module, because modules wait.
(() => {
  /** @returns {{theme?: string, pace?: string}} */
  const stored = () => {
    try {
      return JSON.parse(localStorage.getItem("redouble.settings") ?? "{}");
    } catch {
      return {};
    }
  };
  const { theme = "auto", pace = "auto" } = stored();
  const root = document.documentElement;
  const prefers = (/** @type {string} */ what) => matchMedia(`(prefers-${what})`).matches;
  const dark = theme === "dark" || (theme !== "classic" && prefers("color-scheme: dark"));
  root.dataset.mode = dark ? "dark" : "light";
  root.dataset.tiles = theme === "auto" ? (dark ? "dark" : "classic") : theme;
  const quick = pace === "auto" ? (prefers("reduced-motion: reduce") ? "0" : "1") : pace;
  root.style.setProperty("--pace", quick);
})();
