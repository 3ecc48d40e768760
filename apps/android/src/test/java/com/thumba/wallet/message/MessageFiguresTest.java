package com.thumba.wallet.message;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.os.Looper;
import com.thumba.wallet.LenderSettings;
import com.thumba.wallet.bridge.BackgroundWork;
import com.thumba.wallet.bridge.TestBackground;
import com.thumba.wallet.bridge.TestPage;
import com.thumba.wallet.permission.TestPermissions;
import com.thumba.wallet.permission.Permission;
import com.thumba.wallet.permission.PermissionQueue;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowLog;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class MessageFiguresTest {
  private static final String RECEIVED = "You have received ZMW 500.00 from JANE";

  private final TestBackground background = new TestBackground();
  private SmsProvider phone;
  private Activity activity;
  private TestPage page;

  @Before
  public void open() {
    TestPermissions.set(Permission.MESSAGES);
    TestPermissions.grant(Permission.MESSAGES);
    phone = SmsProvider.start();
    activity = Robolectric.buildActivity(Activity.class).create().get();
    page = pageOf(true);
  }

  private TestPage pageOf(boolean readsMessages) {
    LenderSettings settings =
        new LenderSettings("https://app.thumba.example", 1, readsMessages, true, "");
    PermissionQueue permissions = new PermissionQueue(activity);
    BackgroundWork work = new BackgroundWork(background);
    return new TestPage(Map.of("messageFigures", new MessageFigures(activity, settings, permissions, work)));
  }

  private String figuresOf(String... senders) throws Exception {
    String requestId = page.ask("messageFigures", argumentFor(senders));
    background.run();
    return page.answer(requestId);
  }

  private static String argumentFor(String... senders) {
    return new JSONObject(Map.of("senders", new JSONArray(List.of(senders)))).toString();
  }

  private static JSONObject cases() throws Exception {
    String file = System.getProperty("thumba.money-messages");
    return new JSONObject(new String(Files.readAllBytes(Path.of(file)), StandardCharsets.UTF_8));
  }

  @Test
  public void everyTextIsReadAsOnTheServer() throws Exception {
    JSONArray bodies = cases().getJSONArray("bodies");
    assertTrue(bodies.length() >= 60);
    List<String> wrong = new ArrayList<>();
    for (int index = 0; index < bodies.length(); index++) {
      JSONObject body = bodies.getJSONObject(index);
      MoneyMovement read = MoneyMovement.read(body.getString("body"));
      JSONObject expected = body.optJSONObject("movement");
      MoneyMovement movement =
          expected == null
              ? null
              : new MoneyMovement(
                  expected.getString("direction").equals("in"), expected.getLong("amountNgwee"));
      if (read == null ? movement != null : !read.equals(movement))
        wrong.add(body.getString("body") + " read as " + read);
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  public void everyListHasTheFiguresOfTheServer() throws Exception {
    JSONObject cases = cases();
    JSONArray lists = cases.getJSONArray("lists");
    assertTrue(lists.length() >= 8);
    for (int index = 0; index < lists.length(); index++) {
      JSONObject list = lists.getJSONObject(index);
      SmsProvider messages = SmsProvider.start();
      JSONArray given = list.getJSONArray("messages");
      for (int position = 0; position < given.length(); position++) {
        JSONObject message = given.getJSONObject(position);
        messages.keep(
            message.getString("address"),
            message.getString("body"),
            message.getLong("date"),
            message.getInt("type"));
      }
      List<String> senders = new ArrayList<>();
      JSONArray listed = list.getJSONArray("senders");
      for (int position = 0; position < listed.length(); position++) senders.add(listed.getString(position));
      Inbox inbox = new Inbox(activity.getContentResolver());
      JSONObject figures = inbox.figuresOf(senders, cases.getLong("nowMs")).value();
      JSONObject expected = list.getJSONObject("figures");
      assertEquals(list.getString("name"), expected.length(), figures.length());
      for (int position = 0; position < expected.length(); position++) {
        String field = expected.names().getString(position);
        String message = list.getString("name") + ": " + field;
        assertEquals(message, expected.getString(field), figures.getString(field));
      }
    }
  }

  @Test
  public void halfOfASignCountsAsOneSignAsOnTheServer() {
    assertNull(MoneyMovement.read("Received. Balance\ud83d\ude00\ud83dK5"));
    assertEquals(new MoneyMovement(true, 500), MoneyMovement.read("Received. Balance\ud83d\ude00\ud83d K5"));
  }

  @Test
  public void theFiguresAreAnsweredAndNothingOfTheTexts() throws Exception {
    long nowMs = System.currentTimeMillis();
    phone.keep("MTN MoMo", RECEIVED, nowMs, 1);
    phone.keep("MTN MoMo", "You have sent K7 to MARY", nowMs, 1);
    phone.keep("MARY", "I have received K9, thank you", nowMs, 1);
    phone.keep("MTN MoMo", "You have received K9, thank you", nowMs, 2);
    phone.keep(null, RECEIVED, nowMs, 1);
    phone.keep("MTN MoMo", null, nowMs, 1);
    String answer = figuresOf("mtn-momo", "Airtel");
    JSONObject figures = new JSONObject(answer).getJSONObject("value");
    assertEquals(2, figures.getInt("readCount"));
    assertEquals(1, figures.getInt("receivedCount"));
    assertEquals(50_000, figures.getInt("receivedNgwee"));
    assertEquals(1, figures.getInt("spentCount"));
    assertEquals(figures.getString("firstOn"), figures.getString("lastOn"));
    for (ShadowLog.LogItem line : ShadowLog.getLogs()) {
      assertTrue(line.msg, !line.msg.contains("JANE") && !line.msg.contains("MoMo"));
    }
  }

  @Test
  public void theTextsOfOtherSendersAreNotRead() throws Exception {
    long nowMs = System.currentTimeMillis();
    phone.keep("MTN MoMo", RECEIVED, nowMs, 1);
    phone.keep("MARY", "I have received K9, thank you", nowMs, 1);
    phone.keep("MTN MoMo 2", "You have received K9, thank you", nowMs, 1);
    figuresOf("MTN-MoMo");
    assertEquals(Set.of("MTN MoMo"), phone.readSenders());
  }

  @Test
  public void ofMoreThanTenThousandSmsTheNewestAreRead() throws Exception {
    long nowMs = System.currentTimeMillis();
    phone.keep("MoMo", "You have sent K7 to MARY", nowMs - 2, 1);
    for (int count = 0; count < 9_999; count++) phone.keep("MoMo", "Your balance is K5", nowMs, 1);
    phone.keep("MoMo", RECEIVED, nowMs - 1, 1);
    JSONObject figures = new JSONObject(figuresOf("MoMo")).getJSONObject("value");
    assertEquals(10_000, figures.getInt("readCount"));
    assertEquals(1, figures.getInt("receivedCount"));
    assertEquals(0, figures.getInt("spentCount"));
  }

  @Test
  public void aBuildThatReadsNoSmsIsUnsupported() throws Exception {
    page = pageOf(false);
    assertEquals(TestPage.UNSUPPORTED, figuresOf("MoMo"));
  }

  @Test
  public void withoutThePermissionTheHookRefuses() throws Exception {
    shadowOf(activity.getApplication()).denyPermissions(Permission.MESSAGES.androidNames());
    assertEquals(TestPage.REFUSED, figuresOf("MoMo"));
  }

  @Test
  public void aPhoneThatForbidsItsSmsRefuses() throws Exception {
    phone.failWith(new SecurityException("no"));
    assertEquals(TestPage.REFUSED, figuresOf("MoMo"));
  }

  @Test
  public void aFaultOfThePhoneFailsWithoutItsTextInTheLog() throws Exception {
    phone.failWith(new IllegalStateException("of JANE"));
    assertEquals(TestPage.FAILED, figuresOf("MoMo"));
    for (ShadowLog.LogItem line : ShadowLog.getLogs())
      assertTrue(line.msg, line.msg == null || !line.msg.contains("JANE") && line.throwable == null);
  }

  @Test
  public void amountsBeyondTheContractFail() throws Exception {
    for (int count = 0; count < 10; count++)
      phone.keep("MoMo", "Received K999999999.99 from X", System.currentTimeMillis(), 1);
    assertTrue(figuresOf("MoMo").contains("999999999990"));
    phone.keep("MoMo", "Received K0.10 from X", System.currentTimeMillis(), 1);
    assertEquals(TestPage.FAILED, figuresOf("MoMo"));
  }

  @Test
  public void aPhoneThatStaysSilentFailsAfter29Seconds() throws Exception {
    String requestId = page.ask("messageFigures", argumentFor("MoMo"));
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(28_999));
    assertNull(page.answer(requestId));
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(1));
    assertEquals(TestPage.FAILED, page.answer(requestId));
    background.run();
    assertEquals(TestPage.FAILED, page.answer(requestId));
  }

  @Test
  public void twoRequestsAtOnceAreBothAnswered() throws Exception {
    phone.keep("MoMo", RECEIVED, System.currentTimeMillis(), 1);
    String first = page.ask("messageFigures", argumentFor("MoMo"));
    String second = page.ask("messageFigures", argumentFor("Airtel"));
    background.run();
    assertTrue(page.answer(first).contains("\"readCount\":1"));
    assertTrue(page.answer(second).contains("\"readCount\":0"));
  }

  @Test
  public void figuresForAPageThatWasLoadedAgainReachNoNewPage() throws Exception {
    phone.keep("MoMo", RECEIVED, System.currentTimeMillis(), 1);
    String before = page.ask("messageFigures", argumentFor("MoMo"));
    TestPage next = page.loadedAgain();
    String after = next.ask("messageFigures", argumentFor("Airtel"));
    assertEquals(before, after);
    background.run();
    assertTrue(page.answer(before).contains("\"readCount\":1"));
    assertTrue(next.answer(after).contains("\"readCount\":0"));
  }

  @Test
  public void sendersThatAreNotOfTheContractFail() throws Exception {
    List<String> tooMany = new ArrayList<>();
    for (int count = 0; count < 101; count++) tooMany.add("S" + count);
    String[] arguments = {
      "{}",
      "{\"senders\":\"MoMo\"}",
      "{\"senders\":[7]}",
      "{\"senders\":[null]}",
      "{\"senders\":[\"\"]}",
      argumentFor("x".repeat(101)),
      argumentFor(tooMany.toArray(new String[0])),
      "[]"
    };
    for (String argument : arguments)
      assertEquals(argument, TestPage.FAILED, page.answerTo("messageFigures", argument));
    assertTrue(background.isEmpty());
  }
}
