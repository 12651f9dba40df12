// The table of contents.

function contents() {
  const menu = document.querySelector(".menu");
  const nav = menu.querySelector("nav");
  const fit = () => { menu.open = wide.matches; };
  fit();
  wide.addEventListener("change", fit);
  menu.classList.add("ready");
  nav.addEventListener("click", (event) => {
    if (event.target.closest("a") && !wide.matches) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !wide.matches) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
  follow(menu, nav);
}

// Marks the link to the section that is being read, and keeps the link in view.
function follow(menu, nav) {
  const links = new Map([...nav.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
  const places = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  const seen = new Set();
  let current = null;
  const mark = () => {
    // Operations are in groups: the innermost section wins.
    const place = places.filter((place) => seen.has(place)).sort((a, b) => a.contains(b) ? 1 : b.contains(a) ? -1 : 0)[0];
    const link = place && links.get(place.id);
    if (!link || link === current) return;
    current?.removeAttribute("aria-current");
    current = link;
    current.setAttribute("aria-current", "location");
    const list = link.closest(".list");
    if (list) list.open = true;
    const box = wide.matches ? menu : nav;
    const [inner, outer] = [link.getBoundingClientRect(), box.getBoundingClientRect()];
    if (inner.top < outer.top + 40 || inner.bottom > outer.bottom - 40) {
      box.scrollTop += inner.top - outer.top - outer.height / 3;
    }
  };
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) entry.isIntersecting ? seen.add(entry.target) : seen.delete(entry.target);
    mark();
  }, { rootMargin: "-80px 0px -75% 0px" });
  places.forEach((place) => observer.observe(place));
}
