// antd and the theme use these, and jsdom implements neither.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
  });
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// jsdom does not implement modal dialogs.
HTMLDialogElement.prototype.showModal = function () {
  this.setAttribute('open', '');
};
HTMLDialogElement.prototype.close = function () {
  this.removeAttribute('open');
};
const computedStyle = window.getComputedStyle;
// antd measures scroll bars through a pseudo-element, which jsdom reports as not implemented.
window.getComputedStyle = (element) => computedStyle(element);
