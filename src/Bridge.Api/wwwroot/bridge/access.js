import { askForToken } from "../ui/token-dialog.js";

// As long as the tab lives, and nowhere else: not in an address, not for other tabs.
const key = "token";

/** The token that this tab sends, or null. */
export function token() {
  return sessionStorage.getItem(key);
}

/** Ends when there is another token than the one that was refused. */
export async function renewToken(refused) {
  if (token() !== refused) return;
  const given = await askForToken(refused === null);
  if (token() === refused && given) sessionStorage.setItem(key, given);
}

export function forgetToken() {
  sessionStorage.removeItem(key);
  location.reload();
}
