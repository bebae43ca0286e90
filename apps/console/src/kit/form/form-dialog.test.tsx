import { deviceCalls } from '@sweepline/contract';
import { fireEvent, screen } from '@testing-library/react';
import { Form, Input } from 'antd';
import { expect, test } from 'vitest';
import { aDevice } from '../../test-kit/a-device.ts';
import { fakeServer, renderPage } from '../../test-kit/index.ts';
import { FormDialog } from './form-dialog.tsx';

test.each(['a\0b', 'a\ud83d'])(
  'a text with characters that cannot be stored is marked and not sent: %j',
  async (text) => {
    const server = fakeServer();
    const { id } = aDevice();
    renderPage(
      <FormDialog
        title="Rename"
        call={deviceCalls.update}
        initial={{ id, version: 1 }}
        submit="Save"
        onClose={() => {}}
      >
        <Form.Item name="nickname" label="Name">
          <Input />
        </Form.Item>
      </FormDialog>,
    );
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: text } });
    fireEvent.click(screen.getByText('Save', { selector: 'span' }));
    await screen.findByText('Contains characters that cannot be stored');
    expect(server.sentTo(deviceCalls.update)).toEqual([]);
  },
);
