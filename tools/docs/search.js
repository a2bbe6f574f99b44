// Sections that contain all the words of the search, titles first.
const search = document.getElementById("search");
const found = document.getElementById("found");
const most = 30;
search.hidden = false;
search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const all = (text) => words.every((word) => text.toLowerCase().includes(word));
  const titled = sections.filter((s) => all(s.Title));
  const told = sections.filter((s) => !all(s.Title) && all(s.Page + " " + s.Title + " " + s.Text));
  found.replaceChildren(...[...titled, ...told].slice(0, most).map((s) => {
    const item = document.createElement("li");
    const link = item.appendChild(document.createElement("a"));
    link.href = search.dataset.up + s.Address;
    link.textContent = s.Title;
    item.appendChild(document.createElement("small")).textContent = s.Page;
    return item;
  }));
  if (words.length && !found.children.length) {
    found.appendChild(document.createElement("li")).textContent = "Nothing found.";
  }
  found.hidden = !words.length;
  document.getElementById("contents").hidden = !!words.length;
});
