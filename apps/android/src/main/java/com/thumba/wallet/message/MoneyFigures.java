package com.thumba.wallet.message;

import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Refused;
import java.util.Calendar;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.json.JSONObject;

/** The figures of the SMS that were read. They hold no text, no sender and no single amount. */
final class MoneyFigures {
  static final int WINDOW_DAYS = 90;
  static final int MOST_READ = 10_000;

  private static final long LUSAKA_AHEAD_MS = 2L * 60 * 60 * 1000;
  private static final long MOST_RECEIVED_NGWEE = 1_000_000_000_000L;

  private int readCount;
  private int receivedCount;
  private long receivedNgwee;
  private int spentCount;
  private long firstMs = Long.MAX_VALUE;
  private long lastMs = Long.MIN_VALUE;

  void add(String body, long atMs) {
    readCount += 1;
    MoneyMovement movement = MoneyMovement.read(body);
    if (movement == null) return;
    if (movement.isReceived()) {
      receivedCount += 1;
      receivedNgwee += movement.amountNgwee();
    } else spentCount += 1;
    firstMs = Math.min(firstMs, atMs);
    lastMs = Math.max(lastMs, atMs);
  }

  JSONObject value() throws Refused {
    if (receivedNgwee >= MOST_RECEIVED_NGWEE)
      throw new Refused(Refusal.FAILED, "the amounts are larger than the contract allows");
    boolean isEmpty = receivedCount + spentCount == 0;
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("windowDays", WINDOW_DAYS);
    figures.put("readCount", readCount);
    figures.put("receivedCount", receivedCount);
    figures.put("receivedNgwee", receivedNgwee);
    figures.put("spentCount", spentCount);
    figures.put("firstOn", isEmpty ? JSONObject.NULL : lusakaDay(firstMs));
    figures.put("lastOn", isEmpty ? JSONObject.NULL : lusakaDay(lastMs));
    return new JSONObject(figures);
  }

  private static String lusakaDay(long atMs) {
    Calendar day = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    day.setTimeInMillis(atMs + LUSAKA_AHEAD_MS);
    return String.format(
        Locale.ROOT,
        "%04d-%02d-%02d",
        day.get(Calendar.YEAR),
        day.get(Calendar.MONTH) + 1,
        day.get(Calendar.DAY_OF_MONTH));
  }
}
