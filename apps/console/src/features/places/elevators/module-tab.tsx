import { elevatorModuleCalls, type ElevatorModule, type ElevatorProjectDetail } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { AddButton } from '../../../kit/list/add-button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ModuleDialog } from './dialogs/module-dialog.tsx';
import { ModuleSecretDialog, type ModuleSecret } from './dialogs/module-secret-dialog.tsx';
import { ModuleTable } from './module-table.tsx';

type Opened = { act: 'edit' | 'renew' | 'remove'; module: ElevatorModule } | { act: 'add' };

/** The modules of a project: what each is, and whether it speaks. */
export function ModuleTab({ project }: { project: ElevatorProjectDetail }) {
  const { t } = useTranslation('places/elevators');
  const [opened, setOpened] = useState<Opened>();
  const [secret, setSecret] = useState<ModuleSecret>();
  const close = () => setOpened(undefined);
  const add = (
    <AddButton
      call={elevatorModuleCalls.add}
      text={t('addModule')}
      onClick={() => setOpened({ act: 'add' })}
    />
  );
  const { moduleList } = project;
  return (
    <div className="elevator-tab">
      {moduleList.length === 0 ? (
        <Empty icon="signal" title={t('noModules')} hint={t('noModulesHint')}>
          {add}
        </Empty>
      ) : (
        <>
          <div className="elevator-tab-head">
            <p>{t('modulesHint')}</p>
            {add}
          </div>
          <ModuleTable modules={moduleList} onAct={(act, module) => setOpened({ act, module })} />
        </>
      )}
      {(opened?.act === 'add' || opened?.act === 'edit') && (
        <ModuleDialog
          projectId={project.id}
          module={opened.act === 'edit' ? opened.module : undefined}
          onAdded={({ module, secret: value }) => setSecret({ serial: module.serial, secret: value })}
          onClose={close}
        />
      )}
      {opened?.act === 'renew' && (
        <ConfirmCallDialog
          title={t('renewTitle', { number: opened.module.number })}
          call={elevatorModuleCalls.renewSecret}
          input={{ id: opened.module.id }}
          act={t('renew')}
          done={null}
          also={['elevatorProjects']}
          after={({ module, secret: value }) => {
            close();
            setSecret({ serial: module.serial, secret: value });
          }}
          onClose={close}
        >
          {t('renewHint')}
        </ConfirmCallDialog>
      )}
      {opened?.act === 'remove' && (
        <ConfirmCallDialog
          title={t('removeTitle', { name: opened.module.number })}
          call={elevatorModuleCalls.remove}
          input={{ id: opened.module.id }}
          act={t('remove')}
          done={t('removed', { name: opened.module.number })}
          also={['elevatorProjects', 'elevators']}
          onClose={close}
        >
          {t('removeModuleHint')}
        </ConfirmCallDialog>
      )}
      {secret && <ModuleSecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </div>
  );
}
