package com.thumba.wallet.bridge;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.json.JSONObject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowLog;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class BridgeTest {
  private static final String ORIGIN = "https://app.thumba.example";
  private final List<String> posted = new ArrayList<>();

  private Bridge bridgeWith(Hook hook) {
    return new Bridge(ORIGIN, Map.of("location", hook));
  }

  private static String request(String requestId, String method, String argument) throws Exception {
    return new JSONObject(Map.of("requestId", requestId, "method", method, "argument", argument)).toString();
  }

  @Test
  public void aRequestOfThePageIsAnsweredByItsHookOnce() throws Exception {
    Bridge bridge =
        bridgeWith(
            (argument, reply) -> {
              reply.value(true);
              reply.refuse(Refusal.FAILED);
            });
    bridge.receive(ORIGIN, true, request("one", "location", "{}"), posted::add);
    assertEquals(1, posted.size());
    JSONObject answered = new JSONObject(posted.get(0));
    assertEquals("one", answered.getString("requestId"));
    assertEquals("{\"ok\":true,\"value\":true}", new JSONObject(answered.getString("answer")).toString());
  }

  @Test
  public void aForeignOriginAndAFrameGetNoAnswer() throws Exception {
    Bridge bridge = bridgeWith((argument, reply) -> reply.value(true));
    String request = request("one", "location", "{}");
    bridge.receive("https://elsewhere.example", true, request, posted::add);
    bridge.receive(ORIGIN, false, request, posted::add);
    assertEquals(List.of(), posted);
  }

  @Test
  public void aRequestIsAskedOnceWhileItIsOpen() throws Exception {
    List<Reply> replies = new ArrayList<>();
    Bridge bridge = bridgeWith((argument, reply) -> replies.add(reply));
    Bridge.ReplyChannel page = posted::add;
    bridge.receive(ORIGIN, true, request("one", "location", "{}"), page);
    bridge.receive(ORIGIN, true, request("one", "location", "{}"), page);
    assertEquals(1, replies.size());
  }

  @Test
  public void aPageThatWasLoadedAgainMayUseTheSameIds() throws Exception {
    List<Reply> replies = new ArrayList<>();
    Bridge bridge = bridgeWith((argument, reply) -> replies.add(reply));
    List<String> postedToNew = new ArrayList<>();
    bridge.receive(ORIGIN, true, request("one", "location", "{}"), posted::add);
    bridge.receive(ORIGIN, true, request("one", "location", "{}"), postedToNew::add);
    assertEquals(2, replies.size());
    replies.get(0).value(1);
    assertEquals("the new page hears nothing of the old question", List.of(), postedToNew);
    replies.get(1).value(2);
    assertEquals(1, postedToNew.size());
  }

  @Test
  public void aPageThatAsksInALoopFillsNoMemory() throws Exception {
    List<Reply> replies = new ArrayList<>();
    Bridge bridge = bridgeWith((argument, reply) -> replies.add(reply));
    Bridge.ReplyChannel page = posted::add;
    for (int id = 0; id < 200; id++) bridge.receive(ORIGIN, true, request("id" + id, "location", "{}"), page);
    assertEquals(50, replies.size());
    replies.get(0).value(true);
    bridge.receive(ORIGIN, true, request("later", "location", "{}"), page);
    assertEquals(51, replies.size());
  }

  @Test
  public void whatIsNotARequestGetsNoAnswer() throws Exception {
    Bridge bridge = bridgeWith((argument, reply) -> reply.value(true));
    String[] rubbish = {
      null, "", "[]", "{", "null", "{\"requestId\":1,\"method\":\"location\",\"argument\":\"{}\"}",
      "{\"requestId\":\"\",\"method\":\"location\",\"argument\":\"{}\"}",
      "{\"requestId\":\"one\",\"method\":\"location\",\"argument\":{}}",
      request("x".repeat(101), "location", "{}"), request("one", "location", " ".repeat(20_000))
    };
    for (String message : rubbish) bridge.receive(ORIGIN, true, message, posted::add);
    assertEquals(List.of(), posted);
  }

  @Test
  public void anArgumentThatIsNoObjectAndAFaultAreAnsweredAsFailed() throws Exception {
    Bridge bridge =
        bridgeWith(
            (argument, reply) -> {
              argument.text("url", 10);
              throw new IllegalStateException("Mary Banda");
            });
    for (String argument : List.of("[]", "x", "{}", "{\"url\":7}", "{\"url\":\"12345678901\"}", "{\"url\":\"y\"}"))
      bridge.receive(ORIGIN, true, request("one", "location", argument), posted::add);
    assertEquals(6, posted.size());
    for (String message : posted)
      assertEquals("{\"ok\":false,\"error\":\"failed\"}", new JSONObject(message).getString("answer"));
    for (ShadowLog.LogItem logged : ShadowLog.getLogsForTag("ThumbaBridge")) {
      assertFalse("no personal data in the log", logged.msg.contains("Mary"));
      assertNull(logged.throwable);
    }
  }

  @Test
  public void aHookThatTheAppDoesNotHaveIsUnsupported() throws Exception {
    Bridge bridge = bridgeWith((argument, reply) -> reply.value(true));
    bridge.receive(ORIGIN, true, request("one", "readCode", "{}"), posted::add);
    assertEquals("{\"ok\":false,\"error\":\"unsupported\"}", new JSONObject(posted.get(0)).getString("answer"));
  }
}
