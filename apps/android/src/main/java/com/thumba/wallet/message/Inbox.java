package com.thumba.wallet.message;

import android.content.ContentResolver;
import android.database.Cursor;
import android.provider.Telephony;
import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Refused;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The SMS that this phone received. Each is read by itself and not kept. */
final class Inbox {
  private static final long DAY_MS = 24L * 60 * 60 * 1000;
  private static final String[] COLUMNS = {Telephony.Sms.ADDRESS, Telephony.Sms.BODY, Telephony.Sms.DATE};
  private static final String RECEIVED_BETWEEN =
      Telephony.Sms.TYPE + " = ? AND " + Telephony.Sms.DATE + " > ? AND " + Telephony.Sms.DATE + " < ?";

  private final ContentResolver resolver;

  Inbox(ContentResolver resolver) {
    this.resolver = resolver;
  }

  /** The figures of the last ninety days. The clock of a phone may be ahead by less than a day. */
  MoneyFigures figuresOf(List<String> senders, long nowMs) throws Refused {
    Set<String> listed = new HashSet<>();
    for (String sender : senders) listed.add(plainSender(sender));
    MoneyFigures figures = new MoneyFigures();
    if (listed.isEmpty()) return figures;
    try (Cursor messages = receivedBetween(nowMs - MoneyFigures.WINDOW_DAYS * DAY_MS, nowMs + DAY_MS)) {
      if (messages == null) throw new Refused(Refusal.FAILED, "the phone does not show its SMS");
      while (messages.moveToNext() && !figures.isFull()) {
        String sender = messages.getString(0);
        String body = messages.getString(1);
        if (sender != null && body != null && listed.contains(plainSender(sender)))
          figures.add(body, messages.getLong(2));
      }
    }
    return figures;
  }

  private Cursor receivedBetween(long afterMs, long beforeMs) {
    String[] bounds = {
      String.valueOf(Telephony.Sms.MESSAGE_TYPE_INBOX), String.valueOf(afterMs), String.valueOf(beforeMs)
    };
    String newestFirst = Telephony.Sms.DATE + " DESC";
    return resolver.query(Telephony.Sms.CONTENT_URI, COLUMNS, RECEIVED_BETWEEN, bounds, newestFirst);
  }

  /** "MTN MoMo" as "mtnmomo". */
  static String plainSender(String sender) {
    StringBuilder plain = new StringBuilder();
    sender.toLowerCase(Locale.ROOT)
        .codePoints()
        .filter(Inbox::isLetterOrNumber)
        .forEach(plain::appendCodePoint);
    return plain.toString();
  }

  private static boolean isLetterOrNumber(int codePoint) {
    if (Character.isLetter(codePoint)) return true;
    int type = Character.getType(codePoint);
    return type == Character.DECIMAL_DIGIT_NUMBER
        || type == Character.LETTER_NUMBER
        || type == Character.OTHER_NUMBER;
  }
}
