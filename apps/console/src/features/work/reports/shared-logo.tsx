import { reportShareCalls } from '@sweepline/contract';
import { usePictureUrl } from '../../../kit/ui/use-stored-picture.ts';

/** The logo of the report's company, read with the token of the link. */
export function SharedLogo({ token, name }: { token: string; name: string }) {
  const url = usePictureUrl(['shared-logo', token], reportShareCalls.logo, { token });
  return url ? <img className="shared-logo" src={url} alt={name} /> : null;
}
