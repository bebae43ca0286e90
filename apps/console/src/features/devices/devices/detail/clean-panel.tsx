import { deviceCalls, taskCalls, type Device, type MapDetail } from '@sweepline/contract';
import { cleaningChoicesOf, obstacleTo } from '@sweepline/contract/robot';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { SelectField } from '../../../../kit/form/select-field.tsx';
import { useAction } from '../../../../kit/api/use-action.ts';
import { MapVersionMark } from '../../../../shared/run/map-version-mark.tsx';
import { useObstacleWord } from '../../../../shared/run/use-obstacle-word.ts';
import { useWords } from '../../../../shared/words/use-words.ts';
import { CleanAreas } from './clean-areas.tsx';

interface Props {
  device: Device;
  map: MapDetail;
  zoneIds: readonly string[];
  onZone: (zoneId: string) => void;
  onClose: () => void;
}

const noChoices = { cleaningModes: [], strengths: [], names: {} };

/** Starts a cleaning of chosen areas of the current map, without saving a task. */
export function CleanPanel({ device, map, zoneIds, onZone, onClose }: Props) {
  const { t } = useTranslation('devices/devices');
  const { choices } = useWords();
  const obstacleWord = useObstacleWord();
  const obstacle = obstacleTo('CLEAN', device, map.id);
  const { cleaningModes, strengths, names } = cleaningChoicesOf(device) ?? noChoices;
  const [cleaningMode, setCleaningMode] = useState<string>(cleaningModes[0] ?? '');
  const [strength, setStrength] = useState<string>(strengths[Math.min(1, strengths.length - 1)] ?? '');
  const [repetitions, setRepetitions] = useState(1);
  // The run appears in "What is it doing?" while it waits, and shows its own progress.
  const clean = useAction(taskCalls.cleanNow, {
    done: null,
    after: onClose,
    also: ['runs', deviceCalls.detail.family],
  });

  const send = () =>
    clean.mutate({
      deviceId: device.id,
      mapId: map.id,
      zoneIds: [...zoneIds],
      cleaningMode,
      strength,
      repetitions,
    });

  return (
    <form
      className="sl-send"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <h2>{t('cleanTitle')}</h2>
      <p>{t('cleanHint')}</p>
      <MapVersionMark deviceId={device.id} mapId={map.id} />
      <CleanAreas device={device} map={map} zoneIds={zoneIds} onZone={onZone} />
      <SelectField<string>
        label={t('cleaningMode')}
        className="sl-send-choice"
        value={cleaningMode}
        onChange={setCleaningMode}
        options={choices('cleaningMode', cleaningModes, names)}
      />
      <SelectField<string>
        label={t('strength')}
        className="sl-send-choice"
        value={strength}
        onChange={setStrength}
        options={choices('strength', strengths, names)}
      />
      <label>
        {t('repetitions')}
        <input
          className="sl-input"
          type="number"
          min={1}
          max={99}
          value={repetitions}
          onChange={(event) => setRepetitions(Math.min(99, Math.max(1, event.target.valueAsNumber || 1)))}
        />
      </label>
      {obstacle && <p role="status">{obstacleWord(obstacle, device)}</p>}
      <div className="sl-send-end">
        <Button
          look="main"
          type="submit"
          icon="clean"
          busy={clean.isPending}
          disabled={zoneIds.length === 0 || obstacle !== undefined}
        >
          {zoneIds.length === 0
            ? t('chooseArea')
            : t('sendToClean', { count: zoneIds.length, name: device.nickname })}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </div>
    </form>
  );
}
