package com.thumba.wallet.message;

import android.content.ContentResolver;
import android.database.Cursor;
import android.provider.Telephony;
import android.text.TextUtils;
import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Refused;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The SMS that this phone received. Each is read by itself and not kept. */
final class Inbox {
  private static final long DAY_MS = 24L * 60 * 60 * 1000;
  private static final long WINDOW_MS = MoneyFigures.WINDOW_DAYS * DAY_MS;
  private static final String[] SENDERS = {Telephony.Sms._ID, Telephony.Sms.ADDRESS, Telephony.Sms.DATE};
  private static final String[] BODIES = {Telephony.Sms._ID, Telephony.Sms.BODY};
  /** How many texts one query reads. A longer query could be too long for the phone. */
  private static final int MOST_BODIES = 500;
  private static final String RECEIVED_BETWEEN =
      Telephony.Sms.TYPE + " = ? AND " + Telephony.Sms.DATE + " > ? AND " + Telephony.Sms.DATE + " < ?"
          + (" AND " + Telephony.Sms.BODY + " IS NOT NULL");

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
    Map<Long, Long> receivedMsById = listedBetween(nowMs - WINDOW_MS, nowMs + DAY_MS, listed);
    List<Long> ids = new ArrayList<>(receivedMsById.keySet());
    for (int from = 0; from < ids.size(); from += MOST_BODIES) {
      List<Long> some = ids.subList(from, Math.min(from + MOST_BODIES, ids.size()));
      String ofThese = Telephony.Sms._ID + " IN (" + TextUtils.join(",", some) + ")";
      try (Cursor texts = query(BODIES, ofThese, null)) {
        while (texts.moveToNext()) figures.add(texts.getString(1), receivedMsById.get(texts.getLong(0)));
      }
    }
    return figures;
  }

  /** The newest messages of the listed senders. The text of a message of a person is never read. */
  private Map<Long, Long> listedBetween(long afterMs, long beforeMs, Set<String> listed) throws Refused {
    Map<Long, Long> receivedMsById = new LinkedHashMap<>();
    String[] bounds = {
      String.valueOf(Telephony.Sms.MESSAGE_TYPE_INBOX), String.valueOf(afterMs), String.valueOf(beforeMs)
    };
    try (Cursor messages = query(SENDERS, RECEIVED_BETWEEN, bounds)) {
      while (messages.moveToNext() && receivedMsById.size() < MoneyFigures.MOST_READ) {
        String sender = messages.getString(1);
        if (sender != null && listed.contains(plainSender(sender)))
          receivedMsById.put(messages.getLong(0), messages.getLong(2));
      }
    }
    return receivedMsById;
  }

  private Cursor query(String[] columns, String where, String[] bounds) throws Refused {
    String newestFirst = Telephony.Sms.DATE + " DESC";
    Cursor messages = resolver.query(Telephony.Sms.CONTENT_URI, columns, where, bounds, newestFirst);
    if (messages == null) throw new Refused(Refusal.FAILED, "the phone does not show its SMS");
    return messages;
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
