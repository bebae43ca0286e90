import { elevatorModuleCalls, type ElevatorModule } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { Ago } from '../../../kit/format/ago.tsx';
import { unknown } from '../../../kit/format/format.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';

interface Props {
  modules: readonly ElevatorModule[];
  onAct: (act: 'edit' | 'renew' | 'remove', module: ElevatorModule) => void;
}

/** Modules with their serial number, version and connection. */
export function ModuleTable({ modules, onAct }: Props) {
  const { t } = useTranslation('places/elevators');
  return (
    <PlainTable cards>
      <thead>
        <tr>
          <th scope="col">{t('number')}</th>
          <th scope="col">{t('serial')}</th>
          <th scope="col">{t('type')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t('softwareVersion')}</th>
          <th scope="col">{t('elevators')}</th>
          <th scope="col" aria-label={t('actions')} />
        </tr>
      </thead>
      <tbody>
        {modules.map((module) => (
          <tr key={module.id}>
            <th scope="row" data-label={t('number')}>
              {module.number}
            </th>
            <td data-label={t('serial')}>
              <code>{module.serial}</code>
              <small>{module.manufacturer}</small>
            </td>
            <td data-label={t('type')}>{t(`types.${module.type}`)}</td>
            <td data-label={t('state')}>
              <ModuleState module={module} />
            </td>
            <td data-label={t('softwareVersion')}>{module.softwareVersion ?? unknown}</td>
            <td data-label={t('elevators')}>
              {module.elevators.map(({ name }) => name).join(' · ') || unknown}
            </td>
            <td>
              <ModuleMenu module={module} onAct={(act) => onAct(act, module)} />
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}

function ModuleState({ module: { online, lastSeenAt } }: { module: ElevatorModule }) {
  const { t } = useTranslation('places/elevators');
  return (
    <>
      {online ? (
        <StateMark tone="working" icon="signal" word={t('online')} />
      ) : (
        <StateMark tone="quiet" icon="offline" word={t(lastSeenAt ? 'offline' : 'neverSeen')} />
      )}
      {lastSeenAt && (
        <small>
          {t('lastWord')} <Ago at={lastSeenAt} />
        </small>
      )}
    </>
  );
}

function ModuleMenu({
  module,
  onAct,
}: {
  module: ElevatorModule;
  onAct: (act: 'edit' | 'renew' | 'remove') => void;
}) {
  const { t } = useTranslation('places/elevators');
  const { update, renewSecret, remove } = elevatorModuleCalls;
  return (
    <RowMenu
      label={module.number}
      items={[
        may(update.allow) && { key: 'edit', text: t('edit'), icon: 'edit', run: () => onAct('edit') },
        may(renewSecret.allow) && { key: 'renew', text: t('renew'), icon: 'key', run: () => onAct('renew') },
        may(remove.allow) && {
          key: 'remove',
          text: t('remove'),
          icon: 'trash',
          danger: true,
          run: () => onAct('remove'),
        },
      ]}
    />
  );
}
