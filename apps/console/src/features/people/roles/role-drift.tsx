import type { Drift, Role } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { IconName } from '../../../kit/ui/icons.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';
import { roleAt } from './role-address.ts';

const marks: Record<Drift, { tone: Tone; icon: IconName }> = {
  SAME: { tone: 'working', icon: 'check' },
  BEHIND: { tone: 'waiting', icon: 'clock' },
  CHANGED: { tone: 'moving', icon: 'edit' },
  BOTH: { tone: 'waiting', icon: 'compare' },
};

/** How a copy differs from its default role. */
export function DriftMark({ drift }: { drift: Drift }) {
  const { t } = useTranslation('people/roles');
  return <StateMark {...marks[drift]} word={t(`drift.${drift}`)} />;
}

export function RoleDrift({ origin }: { origin: NonNullable<Role['origin']> }) {
  return (
    <p className="role-drift">
      <Link to={roleAt('INTERNAL', origin.id)}>{origin.name}</Link>
      <DriftMark drift={origin.drift} />
    </p>
  );
}
