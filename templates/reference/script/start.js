document.addEventListener("DOMContentLoaded", () => {
  for (const start of starts) start();
  // What has been added moved the target of the URL.
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
});
