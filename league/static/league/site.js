// What no page needs and every page may use: the theme, the zone, live regions, keys of a replay.
(() => {
  "use strict";
  const year = 365 * 24 * 3600;
  const setCookie = (name, value) => {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `${name}=${value}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`;
  };

  // The browser's own time zone, so that the server can show times in it.
  try {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (zone && !document.cookie.includes(`league_zone=${zone}`)) setCookie("league_zone", zone);
  } catch (error) {
    // A browser that does not tell its zone reads UTC.
  }

  const root = document.documentElement;
  const isDark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  for (const button of document.querySelectorAll("[data-theme-switch]")) {
    const show = () => button.setAttribute("aria-pressed", String(isDark()));
    button.hidden = false;
    show();
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      setCookie("league_theme", root.dataset.theme);
      show();
    });
  }

  // Live regions rest while nobody looks, and when the reader asks them to.
  let paused = false;
  const showSwitches = () => {
    for (const button of document.querySelectorAll("[data-live-switch]")) {
      button.hidden = !button.closest("[data-live]");
      button.setAttribute("aria-pressed", String(paused));
    }
  };
  showSwitches();
  document.addEventListener("htmx:afterSettle", showSwitches);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-live-switch]")) return;
    paused = !paused;
    showSwitches();
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    const isLive = event.target.matches && event.target.matches("[data-live]");
    if (isLive && (paused || document.hidden)) event.preventDefault();
  });

  // A step through a replay by keyboard follows the link that says so.
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea, [contenteditable]")) return;
    const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });

  const followMove = () => {
    const list = document.querySelector(".moves");
    const current = list && list.querySelector("[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  };
  followMove();
  document.addEventListener("htmx:afterSettle", followMove);

  // What was refused, or must be looked at before it is confirmed, is brought into sight.
  const refused = document.querySelector('main [aria-invalid="true"]');
  const look = document.querySelector("main .panel .note.bad[role], main [data-look]") || refused;
  if (refused && refused.focus) refused.focus({ preventScroll: true });
  if (look) look.scrollIntoView({ block: "center" });

  // What must be copied, such as a token, is selected at a click.
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("input[data-copy]")) event.target.select();
  });

  // Forms of which only a part matters: a choice shows its own fields.
  const showParts = (select) => {
    for (const part of select.form.querySelectorAll(`[data-when="${select.name}"]`)) {
      part.hidden = !part.dataset.is.split(" ").includes(select.value);
    }
  };
  for (const select of document.querySelectorAll("select[data-shows]")) {
    showParts(select);
    select.addEventListener("change", () => showParts(select));
  }
})();
