"use strict";
// Loads the page again when its server has another version, and shows the errors of the specification meanwhile.
(() => {
  const { version } = document.currentScript.dataset;
  const key = "reference-scrolled";

  // Kept here, because the script of the page changes its height while it is loaded.
  addEventListener("load", () => {
    const top = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (top !== null) scrollTo({ top: Number(top), behavior: "instant" });
  });

  function reload() {
    // What the reader has entered in the console would be lost.
    const open = document.querySelector("dialog[open]");
    if (open) return open.addEventListener("close", reload, { once: true });
    sessionStorage.setItem(key, String(scrollY));
    location.reload();
  }

  function show(errors) {
    document.getElementById("problems")?.remove();
    if (!errors) return;
    const banner = document.createElement("div");
    banner.id = "problems";
    banner.setAttribute("role", "alert");
    const title = document.createElement("p");
    title.textContent = "The specification has errors. The page shows the last version without errors.";
    const text = document.createElement("pre");
    text.textContent = errors;
    text.tabIndex = 0;
    text.setAttribute("role", "group");
    text.setAttribute("aria-label", "Errors of the specification");
    banner.append(title, text);
    document.body.append(banner);
  }

  addEventListener("DOMContentLoaded", () => {
    const events = new EventSource("events");
    events.addEventListener("state", ({ data }) => {
      const state = JSON.parse(data);
      show(state.errors);
      if (state.version !== version) reload();
    });
  });
})();
