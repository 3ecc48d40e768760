package com.thumba.wallet.bridge;

import static org.junit.Assert.assertEquals;
import static org.robolectric.Shadows.shadowOf;

import android.os.Looper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class TimeLimitedReplyTest {
  private final List<Object> heard = new ArrayList<>();
  private final Reply page =
      new Reply() {
        @Override
        public void value(Object value) {
          heard.add(value);
        }

        @Override
        public void refuse(Refusal refusal) {
          heard.add(refusal);
        }
      };
  private final Reply reply = new TimeLimitedReply(page, 1_000, () -> heard.add("end"));

  private static void pass(long ms) {
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(ms));
  }

  @Test
  public void theFirstAnswerCountsAndWhatFollowsItRunsOnce() {
    pass(999);
    reply.value(7);
    reply.value(8);
    reply.refuse(Refusal.REFUSED);
    pass(1_000);
    assertEquals(List.of("end", 7), heard);
  }

  @Test
  public void withoutAnAnswerInTimeItHasFailed() {
    pass(1_000);
    reply.value(7);
    assertEquals(List.of("end", Refusal.FAILED), heard);
  }
}
