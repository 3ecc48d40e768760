package com.thumba.wallet.message;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The movement of money that an SMS of an operator or a bank reports. The rules are those of the server:
 * apps/server/src/people/device/money-messages.ts. The patterns name their letters, digits and blanks one by one,
 * because Android's patterns count more characters as such than the server's do.
 */
record MoneyMovement(boolean isReceived, long amountNgwee) {
  private static final String NO_WORD_BEFORE = "(?<![a-z0-9_])";
  private static final String NO_WORD_AFTER = "(?![a-z0-9_])";
  private static final String BLANK =
      "[\\t\\n\\x0B\\f\\r \\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF]";

  /** An SMS about money that did not move, or not yet. */
  private static final Pattern NOTHING_MOVED =
      words(
          "(?:fail(?:ed|ure)?|unsuccessful|not successful|declined|insufficient|revers(?:ed|al)|cancell?ed"
              + "|request(?:ed)?|expired|could not)");

  /** The first of these words decides. "payment received" is one of them: it is money that came in. */
  private static final Pattern DIRECTION =
      words(
          "(?:(payment received|received|credited|deposit(?:ed)?|cash ?in)"
              + "|(sent|paid|payment|debited|withdrawn|withdrawal|withdrew|transferred|purchased?|bought"
              + "|cash ?out))");

  /** "K1,200", "ZMW 1200.50" or "1,200.00 ZMW". */
  private static final Pattern AMOUNT =
      Pattern.compile(
          (NO_WORD_BEFORE + "(?:zmw|zmk|k)" + BLANK + "?([0-9.,]*[0-9])")
              + ("|(?<![0-9.,])([0-9.,]*[0-9])" + BLANK + "?(?:zmw|zmk)" + NO_WORD_AFTER));

  /** Words right before an amount which say that it is a balance, a charge or a limit. */
  private static final Pattern NOT_MOVED =
      Pattern.compile(
          "(?:^|[^a-z0-9_])(?:balance|bal|fees?|charges?|tax|levy|limit)[^a-z0-9_]{0,3}"
              + "(?:(?:is|was|of|now)[^a-z0-9_]{1,2})?$");

  /** The longest text that NOT_MOVED reads. */
  private static final int LONGEST_BEFORE = 16;

  private static final Pattern KWACHA =
      Pattern.compile("([0-9]{1,3}(?:,[0-9]{3}){1,2}|[0-9]{1,9})(?:\\.([0-9]{1,2}))?");

  /** Null when the SMS reports none. */
  static MoneyMovement read(String body) {
    String text = plain(body);
    if (NOTHING_MOVED.matcher(text).find()) return null;
    Matcher direction = DIRECTION.matcher(text);
    Matcher kwacha = KWACHA.matcher(movedAmount(text));
    if (!direction.find() || !kwacha.matches()) return null;
    String hundredths = kwacha.group(2) == null ? "" : kwacha.group(2);
    String ngwee = kwacha.group(1).replace(",", "") + hundredths + "00".substring(hundredths.length());
    return new MoneyMovement(direction.group(1) != null, Long.parseLong(ngwee));
  }

  private static String movedAmount(String text) {
    Matcher amount = AMOUNT.matcher(text);
    for (int from = 0; from <= text.length() && amount.find(from); from = amount.start() + 1) {
      int start = amount.start();
      String before = text.substring(Math.max(0, start - LONGEST_BEFORE), start);
      if (NOT_MOVED.matcher(before).find()) continue;
      return amount.group(1) != null ? amount.group(1) : amount.group(2);
    }
    return "";
  }

  private static Pattern words(String alternatives) {
    return Pattern.compile(NO_WORD_BEFORE + alternatives + NO_WORD_AFTER);
  }

  /** Small letters of A to Z. Half of a character that takes two units stands for a sign, as on the server. */
  private static String plain(String body) {
    char[] units = body.toCharArray();
    for (int index = 0; index < units.length; index++) {
      if (units[index] >= 'A' && units[index] <= 'Z') units[index] += 'a' - 'A';
      else if (Character.isSurrogate(units[index])) units[index] = '*';
    }
    return new String(units);
  }
}
