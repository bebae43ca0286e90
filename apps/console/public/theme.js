// Runs before the first paint, so that a person who chose dark never sees a white flash. A file, because the
// content security policy allows no inline script.
(function () {
  var choice = localStorage.getItem('theme');
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice;
})();
