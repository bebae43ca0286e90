import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../../kit/format/ago.tsx';
import { PlainBar } from '../../../../kit/chart/plain-bar.tsx';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';
import type { IconName } from '../../../../kit/ui/icons.ts';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { isFalling, levelMarks, levelOf, type FigureName } from './figure-levels.ts';

interface Props {
  icon: IconName;
  /** The question that the card answers. */
  title: string;
  /** When the robot reported these figures. */
  at?: string | null;
  children: ReactNode;
}

/** Figures that answer one question, with their age. */
export function Card({ icon, title, at, children }: Props) {
  const id = useId();
  return (
    <section className="dg-card" aria-labelledby={id}>
      <header>
        <Icon name={icon} />
        <h2 id={id}>{title}</h2>
        {at !== undefined && (
          <small>
            <Ago at={at} />
          </small>
        )}
      </header>
      {children}
    </section>
  );
}

export const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface GaugeProps {
  name: string;
  figure: FigureName;
  value: number | null;
  /** The value with its unit. */
  text: string;
  /** The part of the bar that is filled, 0–1. */
  share: number | null;
}

/** A figure to look at: a bar, the number, and how good it is as an icon and a word. */
export function Gauge({ name, figure, value, text, share }: GaugeProps) {
  const { t } = useTranslation('remote/diagnosis');
  const level = levelOf(figure, value);
  return (
    <div className="dg-gauge" data-level={level ?? undefined}>
      <dt>{name}</dt>
      <dd>
        <Figure value={text} />
        {level && (
          <StateMark
            {...levelMarks[level]}
            word={t(isFalling(figure) ? `falling.${level}` : `rising.${level}`)}
          />
        )}
      </dd>
      <PlainBar share={share} />
    </div>
  );
}
