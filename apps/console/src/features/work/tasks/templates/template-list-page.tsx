import { pages, taskCalls, taskTemplateCalls, type TaskTemplate } from '@sweepline/contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { ConfirmDialog } from '../../../../kit/form/confirm-dialog.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { may } from '../../../../kit/api/may.ts';
import { RowMenu } from '../../../../kit/list/row-menu.tsx';
import { SearchFilter } from '../../../../kit/list/filter/search-filter.tsx';
import { useAction } from '../../../../kit/api/use-action.ts';
import { useList } from '../../../../kit/list/use-list.ts';
import { ButtonLink } from '../button-link.tsx';
import { ManyDialog } from '../task-list/many-dialog.tsx';
import { useTemplateColumns } from './template-columns.tsx';
import '../task-list/task-list-page.css';

/** Task templates: saved tasks without a robot, from which tasks for many robots are created. */
export function TemplateListPage() {
  const { t } = useTranslation('work/tasks');
  const list = useList(taskTemplateCalls.list);
  const columns = useTemplateColumns();
  const rowActions = useCallback((row: TaskTemplate) => <TemplateActions template={row} />, []);
  return (
    <div className="task-list-page">
      <ListPage
        title={t('templates')}
        list={list}
        columns={columns}
        rowActions={rowActions}
        filters={<SearchFilter placeholder={t('name')} />}
        empty={
          <Empty icon="task" title={t('noTemplates')} hint={t('noTemplatesHint')}>
            <ButtonLink to={pages.tasks()}>{t('tasks')}</ButtonLink>
          </Empty>
        }
      />
    </div>
  );
}

function TemplateActions({ template }: { template: TaskTemplate }) {
  const { t } = useTranslation('work/tasks');
  const [dialog, setDialog] = useState<'use' | 'delete' | null>(null);
  const [name, setName] = useState(template.name);
  const also = [taskCalls.list.family];
  const make = useAction(taskTemplateCalls.use, { done: null, also, silent: true });
  const remove = useAction(taskTemplateCalls.remove, { done: t('deleted', { name: template.name }) });
  const close = () => {
    make.reset();
    setDialog(null);
  };
  return (
    <>
      {may(taskTemplateCalls.use.allow) && (
        <Button icon="plus" onClick={() => setDialog('use')}>
          {t('makeTasks')}
        </Button>
      )}
      <RowMenu
        label={template.name}
        items={[
          may(taskTemplateCalls.remove.allow) && {
            key: 'delete',
            text: t('delete'),
            icon: 'trash',
            danger: true,
            run: () => setDialog('delete'),
          },
        ]}
      />
      {dialog === 'use' && (
        <ManyDialog
          title={t('makeTitle', { name: template.name })}
          act={t('makeTasks')}
          name={{ value: name, change: setName }}
          busy={make.isPending}
          error={make.error}
          outcomes={make.data?.devices}
          onAct={(deviceIds) => make.mutate({ id: template.id, name, deviceIds })}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: template.name })}
          act={t('delete')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ id: template.id }, { onSuccess: close })}
          onClose={close}
        >
          <p>{t('deleteTemplateHint')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
