import { useState, type ReactNode } from 'react';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { LeaveGuard } from '../../../../kit/form/leave-guard.tsx';
import { TaskFormSum } from './task-form-sum.tsx';
import { TaskFormFields } from './task-form-fields.tsx';
import type { FormData } from './use-form-data.ts';
import type { TaskForm as Form } from './use-task-form.ts';
import { ZoneMap } from '../zone-map.tsx';
import './task-form.css';

interface Props {
  title: string;
  form: Form;
  data: FormData;
  buttons: ReactNode;
  /** The reason of a refusal, beside the buttons. */
  refusal: ReactNode;
  onSubmit: () => void;
}

/** The task form: fields beside the map, and the total above the button. */
export function TaskForm({ title, form, data, buttons, refusal, onSubmit }: Props) {
  const [hovered, hover] = useState<string>();
  const { device, map, zones } = data;

  return (
    <form
      className="task-form"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="task-form-fields">
        <h1>{title}</h1>
        <TaskFormFields form={form} data={data} onHover={hover} />
      </div>
      <div className="task-form-map">
        {map.error ? (
          <Failure error={map.error} onRetry={() => void map.refetch()} />
        ) : (
          <ZoneMap
            map={map.data}
            zones={zones}
            chosen={form.values.zoneIds}
            hovered={hovered}
            device={device}
            onChange={(zoneIds) => form.change({ zoneIds })}
          />
        )}
      </div>
      <footer className="task-form-foot">
        <TaskFormSum form={form} data={data} />
        {refusal}
        <span className="task-form-buttons">{buttons}</span>
      </footer>
      <LeaveGuard unsaved={form.touched} />
    </form>
  );
}
