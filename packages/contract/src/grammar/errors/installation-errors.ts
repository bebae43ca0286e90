import { error } from './error.ts';

/** Backups and the installation itself. */
export const installationErrors = {
  backupNoPassphrase: error(
    409,
    'Set the passphrase of backups first',
    '请先设置备份口令',
    '請先設定備份通行碼',
    '先にバックアップのパスフレーズを設定してください',
    '먼저 백업 암호 구문을 설정하세요',
    'Legen Sie zuerst die Passphrase der Sicherungen fest',
  ),
  backupRunning: error(
    409,
    'A backup or rehearsal is already waiting or running for this folder',
    '该文件夹已有备份或演练在等待或进行中',
    '此資料夾已有備份或演練在等待或進行中',
    'このフォルダーではバックアップまたはリハーサルが待機中か実行中です',
    '이 폴더에서 백업 또는 예행연습이 이미 대기 중이거나 실행 중입니다',
    'Für diesen Ordner wartet oder läuft bereits eine Sicherung oder Probe',
  ),
  backupFolderUsed: error(
    409,
    'This folder is in the list already',
    '该文件夹已在列表中',
    '此資料夾已在清單中',
    'このフォルダーはすでに一覧にあります',
    '이 폴더는 이미 목록에 있습니다',
    'Dieser Ordner steht schon in der Liste',
  ),
  backupFolderUnusable: error(
    400,
    'The server cannot write to this folder. Check that it exists and belongs to the user of the server',
    '服务器无法写入该文件夹，请检查其是否存在且属于服务器的用户',
    '伺服器無法寫入此資料夾，請檢查其是否存在且屬於伺服器的使用者',
    'サーバーはこのフォルダーに書き込めません。フォルダーがあり、サーバーのユーザーのものか確認してください',
    '서버가 이 폴더에 쓸 수 없습니다. 폴더가 있고 서버 사용자의 소유인지 확인하세요',
    'Der Server kann nicht in diesen Ordner schreiben. Prüfen Sie, ob er existiert und dem Benutzer des Servers gehört',
  ),
  backupFolderInside: error(
    400,
    'A backup inside the data folder would be lost with it. Choose another folder, on another disk if possible',
    '数据文件夹内的备份会随之丢失，请选择其他文件夹，最好在另一块磁盘上',
    '資料資料夾內的備份會隨之遺失，請選擇其他資料夾，最好在另一顆磁碟上',
    'データフォルダー内のバックアップは一緒に失われます。できれば別のディスクの、別のフォルダーを選んでください',
    '데이터 폴더 안의 백업은 데이터와 함께 사라집니다. 가능하면 다른 디스크의 다른 폴더를 선택하세요',
    'Eine Sicherung im Datenordner ginge mit ihm verloren. Wählen Sie einen anderen Ordner, möglichst auf einem anderen Datenträger',
  ),
} as const;
