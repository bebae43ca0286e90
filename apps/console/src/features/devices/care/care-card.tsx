import type { ReactNode } from 'react';
import { Icon } from '../../../kit/ui/icon.tsx';
import type { IconName } from '../../../kit/ui/icons.ts';

interface Props {
  icon: IconName;
  /** The question that the card answers. */
  title: string;
  hint: string;
  children: ReactNode;
}

/** A card with one action on a robot. */
export const CareCard = ({ icon, title, hint, children }: Props) => (
  <section className="care-card">
    <h2>
      <Icon name={icon} size={18} />
      {title}
    </h2>
    <p>{hint}</p>
    {children}
  </section>
);
