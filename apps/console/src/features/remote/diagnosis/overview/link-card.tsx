import type { Diagnosis } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../../kit/format/ago.tsx';
import { formatNumber, formatShare, unknown } from '../../../../kit/format/format.ts';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { Card, Gauge, Row } from './card.tsx';

const stateMarks = {
  ONLINE: { tone: 'working', icon: 'check' },
  SLEEP: { tone: 'quiet', icon: 'sleep' },
  OFFLINE: { tone: 'fault', icon: 'offline' },
} as const;
const reasons = ['GRACEFUL', 'BROKEN', 'REVOKED'] as const;

/** Signals between these are usable, dBm. */
const weakestDbm = -100;
const strongestDbm = -40;
/** The bar of drops is full from here on. */
const manyDrops = 20;
const signalShare = (dbm: number) => (dbm - weakestDbm) / (strongestDbm - weakestDbm);

/** Whether the robot can be reached, and how well during the last day. */
export function LinkCard({ link }: { link: Diagnosis['link'] }) {
  const { t } = useTranslation('remote/diagnosis');
  const { word } = useWords();
  const { state, reason, since, lastSeenAt, network, rssiDbm, drops, onlineShare } = link;
  const why = reasons.find((one) => one === reason);
  return (
    <Card icon="signal" title={t('link.title')} at={lastSeenAt}>
      <dl className="dg-rows">
        <Row name={t('link.state')}>
          <StateMark {...stateMarks[state]} word={word('connection', state)} />
        </Row>
        <Row name={t('link.since')}>
          <Ago at={since} />
        </Row>
        {why && <Row name={t('link.reason')}>{t(`link.reasons.${why}`)}</Row>}
        <Row name={t('link.network')}>{network ? word('network', network) : unknown}</Row>
      </dl>
      <dl className="dg-gauges">
        <Gauge
          name={t('link.signal')}
          figure="rssiDbm"
          value={rssiDbm}
          text={rssiDbm === null ? unknown : `${formatNumber(rssiDbm)} dBm`}
          share={rssiDbm === null ? null : signalShare(rssiDbm)}
        />
        <Gauge
          name={t('link.online')}
          figure="onlineShare"
          value={onlineShare}
          text={formatShare(onlineShare, 1)}
          share={onlineShare}
        />
        <Gauge
          name={t('link.drops')}
          figure="drops"
          value={drops}
          text={formatNumber(drops)}
          share={drops === null ? null : drops / manyDrops}
        />
      </dl>
    </Card>
  );
}
