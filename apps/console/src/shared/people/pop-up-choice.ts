import { readerProfile } from '../../kit/format/reader.ts';
import { createSource } from '../../kit/store.ts';
import { browserStorage } from '../../kit/storage.ts';

const key = 'popUps';

/** The choice of this browser, else that of the user's profile, else on. */
export function popUpsOn(): boolean {
  const stored = browserStorage.getItem(key);
  return stored === null ? (readerProfile().popUps ?? true) : stored === 'on';
}

const choice = createSource(popUpsOn);

export function choosePopUps(on: boolean) {
  browserStorage.setItem(key, on ? 'on' : 'off');
  choice.changed();
}

/** Removes the choice of this browser, so that a change of the profile applies to it too. */
export function forgetPopUpChoice() {
  browserStorage.removeItem(key);
  choice.changed();
}

export const usePopUpsOn = choice.use;
