/** The speeds that the page offers, as pairs of value and text. 0 is unlimited. */
export const speeds = [
  ["0.25", "¼×"], ["0.5", "½×"], ["1", "1×"], ["2", "2×"], ["4", "4×"], ["8", "8×"], ["16", "16×"], ["0", "max"],
];
