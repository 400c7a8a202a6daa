const button = document.getElementById("theme");
const preferred = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  return localStorage.theme ? localStorage.theme === "dark" : preferred.matches;
}

function show() {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  button.textContent = isDark() ? "Light" : "Dark";
}

button.addEventListener("click", () => {
  localStorage.theme = isDark() ? "light" : "dark";
  show();
});
preferred.addEventListener("change", show);
show();
