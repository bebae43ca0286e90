import { reason } from './reason.ts';

/** Reasons about texts that are to be spoken. */
export const speechReasons = {
  SPEECH_EMPTY: reason(
    'There is nothing to speak',
    '没有可朗读的内容',
    '沒有可朗讀的內容',
    '読み上げる内容がありません',
    '읽을 내용이 없습니다',
    'Es gibt nichts zu sprechen',
  ),
  SPEECH_SCRIPT: reason(
    'This voice does not read “{letter}” (character {place})',
    '此语音无法朗读“{letter}”（第 {place} 个字符）',
    '此語音無法朗讀「{letter}」（第 {place} 個字元）',
    'この声は「{letter}」（{place} 文字目）を読めません',
    '이 음성은 ‘{letter}’({place}번째 글자)을(를) 읽지 못합니다',
    'Diese Stimme liest „{letter}“ nicht (Zeichen {place})',
  ),
  SPEECH_KANJI: reason(
    'This voice does not read kanji: write “{letter}” (character {place}) in kana',
    '此语音不读日文汉字：请将“{letter}”（第 {place} 个字符）写成假名',
    '此語音不讀日文漢字：請將「{letter}」（第 {place} 個字元）寫成假名',
    'この声は漢字を読めません。「{letter}」（{place} 文字目）をかなで書いてください',
    '이 음성은 한자를 읽지 못합니다. ‘{letter}’({place}번째 글자)을(를) 가나로 쓰세요',
    'Diese Stimme liest keine Kanji: Schreiben Sie „{letter}“ (Zeichen {place}) in Kana',
  ),
  SPEECH_NAME: reason(
    'There is no name for {name}. Choose a robot that has one',
    '{name} 没有名称，请选择有该名称的机器人',
    '{name} 沒有名稱，請選擇有名稱的機器人',
    '{name} に入れる名前がありません。名前のあるロボットを選択してください',
    '{name}에 넣을 이름이 없습니다. 이름이 있는 로봇을 선택하세요',
    'Für {name} gibt es keinen Namen. Wählen Sie einen Roboter, der einen hat',
  ),
  NO_SUCH_VOICE: reason(
    'This language has no such voice',
    '此语言没有该语音',
    '此語言沒有這種語音',
    'この言語にその声はありません',
    '이 언어에는 그런 음성이 없습니다',
    'Diese Stimme gibt es in der Sprache nicht',
  ),
};
