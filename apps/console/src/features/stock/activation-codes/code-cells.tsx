import { pages, type ActivationCode } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import { unknown } from '../../../kit/format/format.ts';
import { DaysLeft } from './days-left.tsx';
import { UsePeriod } from './use-period.tsx';

/** The company of a code and when the code was linked to it. */
export function CodeCompany({ code: { companyName, linkedAt } }: { code: ActivationCode }) {
  const { t } = useTranslation('stock/activation-codes');
  return (
    <>
      <span className="code-company" title={companyName}>
        {companyName}
      </span>
      <small>{linkedAt ? <Ago at={linkedAt} /> : t('unlinked')}</small>
    </>
  );
}

/** The device that a code activated, and when. A device that was removed keeps its serial number. */
export const CodeDevice = ({ code: { device, sn, usedAt } }: { code: ActivationCode }) => (
  <>
    {device ? <Link to={pages.device({ id: device.id })}>{device.nickname}</Link> : (sn ?? unknown)}
    {usedAt && (
      <small>
        {device && device.nickname !== device.sn && <>{device.sn} · </>}
        <Ago at={usedAt} />
      </small>
    )}
  </>
);

/** Until when the device may be used, or how long from its activation. */
export const CodePeriod = ({ code }: { code: ActivationCode }) =>
  code.device ? <DaysLeft until={code.device.usableUntil} /> : <UsePeriod code={code} />;
