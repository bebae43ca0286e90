import { sceneKinds, screenLimits, type Scene } from '@sweepline/contract';
import { Form, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';

const { scenes: maxScenes, minSeconds, maxSeconds } = screenLimits;

/** The scenes of a display in their order, each with its seconds. */
export function SceneFields() {
  const { t } = useTranslation('figures/screens');
  const options = sceneKinds.map((value) => ({ value, label: t(`kinds.${value}`) }));
  const form = Form.useFormInstance();
  const addScene = (add: (scene: Scene) => void) => {
    const used = (form.getFieldValue('scenes') as Scene[]).map(({ kind }) => kind);
    add({ kind: sceneKinds.find((kind) => !used.includes(kind)) ?? 'figures', seconds: 15 });
  };
  return (
    <Form.Item label={t('scenes')} extra={t('scenesHint')} className="scene-fields">
      <Form.List name="scenes">
        {(fields, { add, remove, move }) => (
          <>
            {fields.map(({ key, name }) => (
              <div key={key} className="scene-row">
                <Form.Item name={[name, 'kind']} noStyle>
                  <Select options={options} aria-label={t('scene')} />
                </Form.Item>
                <Form.Item name={[name, 'seconds']} noStyle>
                  <InputNumber
                    min={minSeconds}
                    max={maxSeconds}
                    precision={0}
                    suffix={t('seconds')}
                    aria-label={t('seconds')}
                  />
                </Form.Item>
                <Button
                  look="quiet"
                  icon="up"
                  aria-label={t('up')}
                  disabled={name === 0}
                  onClick={() => move(name, name - 1)}
                />
                <Button
                  look="quiet"
                  icon="close"
                  aria-label={t('removeScene')}
                  disabled={fields.length === 1}
                  onClick={() => remove(name)}
                />
              </div>
            ))}
            {fields.length < maxScenes && (
              <Button look="quiet" icon="plus" onClick={() => addScene(add)}>
                {t('addScene')}
              </Button>
            )}
          </>
        )}
      </Form.List>
    </Form.Item>
  );
}
