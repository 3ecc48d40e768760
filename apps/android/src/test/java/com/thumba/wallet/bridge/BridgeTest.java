package com.thumba.wallet.bridge;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.json.JSONObject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {26, 30, 34, 36})
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
}
