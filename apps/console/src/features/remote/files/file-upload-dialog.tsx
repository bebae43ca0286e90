import { managedFileLimits } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { UploadPicker } from '../../../shared/uploads/upload-picker.tsx';
import { uploadQueue } from '../../../shared/uploads/upload-queue.ts';

/** Chooses files and their words. They are then sent in the background. */
export function FileUploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('remote/files');
  const { t: kit } = useTranslation('kit');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [label, setLabel] = useState('');
  const [remarks, setRemarks] = useState('');
  const start = () => {
    uploadQueue.add(
      files.map((file) => ({ file, purpose: 'FILE', label: label.trim(), remarks: remarks.trim() })),
    );
    onClose();
  };
  return (
    <Dialog
      open
      title={t('uploadTitle')}
      okText={t('uploadAct', { count: files.length })}
      cancelText={kit('cancel')}
      okButtonProps={{ disabled: files.length === 0 }}
      onOk={start}
      onCancel={onClose}
    >
      <p className="file-hint">{t('uploadHint')}</p>
      <UploadPicker files={files} onChoose={setFiles} />
      <Form layout="vertical" component="div" className="file-words">
        <Form.Item label={t('tag')} htmlFor="file-label">
          <Input
            id="file-label"
            value={label}
            maxLength={managedFileLimits.label}
            onChange={({ target }) => setLabel(target.value)}
          />
        </Form.Item>
        <Form.Item label={t('remarks')} htmlFor="file-remarks">
          <Input.TextArea
            id="file-remarks"
            value={remarks}
            rows={3}
            maxLength={managedFileLimits.remarks}
            onChange={({ target }) => setRemarks(target.value)}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
