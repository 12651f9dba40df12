document.addEventListener("DOMContentLoaded", () => {
  for (const start of starts) start();
  // What has been added moved the target of the URL.
  document.querySelector(":target")?.scrollIntoView();
});
