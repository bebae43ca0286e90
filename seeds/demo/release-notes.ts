import type { LangDescription } from '@sweepline/contract';

interface Note {
  daysAgo: number;
  texts: LangDescription[];
}

/** Release notes of the provider, oldest first. */
export const releaseNotes: readonly Note[] = [
  {
    daysAgo: 41,
    texts: [
      {
        lang: 'zh_CN',
        description:
          '<h2>清扫报告可回放</h2><p>每份任务报告现在都会展示机器人走过的路线。</p><ul><li><p>拖动时间轴即可回放整个过程。</p></li><li><p>未清扫的区域会标出，并说明原因。</p></li></ul>',
      },
      {
        lang: 'en_US',
        description:
          '<h2>Replay a cleaning</h2><p>Every task report now shows the way the robot took.</p><ul><li><p>Drag the time line to replay the whole run.</p></li><li><p>Areas that were left out are marked, with the reason.</p></li></ul>',
      },
      {
        lang: 'ja_JP',
        description:
          '<h2>清掃を再生</h2><p>タスクレポートに、ロボットが走った経路が表示されるようになりました。</p><ul><li><p>タイムラインを動かすと、実行全体を再生できます。</p></li><li><p>清掃できなかった場所は理由とともに示されます。</p></li></ul>',
      },
      {
        lang: 'ko_KR',
        description:
          '<h2>청소 다시 보기</h2><p>이제 모든 작업 보고서에서 로봇이 지나간 경로를 볼 수 있습니다.</p><ul><li><p>타임라인을 움직여 전체 과정을 다시 볼 수 있습니다.</p></li><li><p>청소하지 못한 구역은 이유와 함께 표시됩니다.</p></li></ul>',
      },
    ],
  },
  {
    daysAgo: 6,
    texts: [
      {
        lang: 'zh_CN',
        description:
          '<h2>通知中心</h2><p>右上角的铃铛会显示未读的系统通知、设备通知和告警。</p><ol><li><p>点击通知即可前往对应的设备或任务。</p></li><li><p>可按类别全部标为已读，也可撤销。</p></li><li><p>不想被打扰时，可在铃铛中关闭弹出通知。</p></li></ol>',
      },
      {
        lang: 'en_US',
        description:
          '<h2>The bell</h2><p>At the top right the bell shows unread notices of the system, of your devices, and their alarms.</p><ol><li><p>Press a notice to go to the device or the run.</p></li><li><p>Mark all of a kind as read, and undo it.</p></li><li><p>Switch pop-ups off in the bell when you need quiet.</p></li></ol>',
      },
      {
        lang: 'ja_JP',
        description:
          '<h2>通知ベル</h2><p>右上のベルに、システム、デバイス、アラームの未読の通知が表示されます。</p><ol><li><p>通知を押すと、そのデバイスやタスクに移動します。</p></li><li><p>種類ごとにまとめて既読にでき、元に戻すこともできます。</p></li><li><p>集中したいときは、ベルからポップアップをオフにできます。</p></li></ol>',
      },
      {
        lang: 'ko_KR',
        description:
          '<h2>알림 벨</h2><p>오른쪽 위의 벨에서 읽지 않은 시스템 알림, 장치 알림, 알람을 볼 수 있습니다.</p><ol><li><p>알림을 누르면 해당 장치나 작업으로 이동합니다.</p></li><li><p>종류별로 모두 읽음으로 표시하고 되돌릴 수 있습니다.</p></li><li><p>방해받고 싶지 않을 때는 벨에서 팝업을 끌 수 있습니다.</p></li></ol>',
      },
    ],
  },
];
