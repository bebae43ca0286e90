import { elevatorCalls, type Elevator, type ElevatorProjectDetail } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { AddButton } from '../../../kit/list/add-button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ElevatorDialog } from './dialogs/elevator-dialog.tsx';
import { ElevatorCard } from './elevator-card.tsx';

/** The elevators of a project, each with its cars and floors. */
export function ElevatorTab({ project }: { project: ElevatorProjectDetail }) {
  const { t } = useTranslation('places/elevators');
  const [edited, setEdited] = useState<Elevator | 'new'>();
  const [removed, setRemoved] = useState<Elevator>();
  const add = <AddButton call={elevatorCalls.add} text={t('addElevator')} onClick={() => setEdited('new')} />;
  const close = () => setEdited(undefined);
  return (
    <div className="elevator-tab">
      {project.elevatorList.length === 0 ? (
        <Empty icon="elevator" title={t('noElevators')} hint={t('noElevatorsHint')}>
          {add}
        </Empty>
      ) : (
        <>
          <div className="elevator-tab-head">
            <p>{t('floorsHint')}</p>
            {add}
          </div>
          {project.elevatorList.map((elevator) => (
            <ElevatorCard
              key={elevator.id}
              elevator={elevator}
              onEdit={() => setEdited(elevator)}
              onRemove={() => setRemoved(elevator)}
            />
          ))}
        </>
      )}
      {edited && (
        <ElevatorDialog project={project} elevator={edited === 'new' ? undefined : edited} onClose={close} />
      )}
      {removed && (
        <ConfirmCallDialog
          title={t('removeTitle', { name: removed.name })}
          call={elevatorCalls.remove}
          input={{ id: removed.id }}
          act={t('remove')}
          done={t('removed', { name: removed.name })}
          also={['elevatorProjects', 'elevatorModules']}
          onClose={() => setRemoved(undefined)}
        >
          {t('removeElevatorHint')}
        </ConfirmCallDialog>
      )}
    </div>
  );
}
