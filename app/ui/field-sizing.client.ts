/** Text boxes whose height CSS `field-sizing` sets in newer browsers. */
const BOXES = "textarea.field-sizing-content";

/**
 * Keeps the text boxes of the page as high as their content, for browsers without `field-sizing` (Firefox, Safari
 * before 26.2; https://caniuse.com/mdn-css_properties_field-sizing). Their limits in CSS apply.
 */
export function growTextBoxes(): void {
  /** The text for which each box has its height. */
  const sizedFor = new WeakMap<HTMLTextAreaElement, string>();
  const sizeAll = () => {
    for (const box of document.querySelectorAll<HTMLTextAreaElement>(BOXES)) {
      if ((sizedFor.get(box) ?? "") === box.value) continue;
      sizedFor.set(box, box.value);
      box.style.height = "";
      // An empty box has the height of its rows.
      if (box.value) box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`;
    }
  };
  const sizeAllAgain = () => {
    for (const box of document.querySelectorAll<HTMLTextAreaElement>(BOXES)) sizedFor.delete(box);
    sizeAll();
  };
  sizeAll();
  document.addEventListener("input", sizeAll);
  window.addEventListener("resize", sizeAllAgain);
  // React keeps the text content of a box in step with its value, so texts that code sets are mutations.
  new MutationObserver(sizeAll).observe(document.body, { childList: true, subtree: true });
}
