package com.thumba.wallet.bridge;

import android.os.Handler;
import android.os.Looper;
import android.util.Log;
import java.util.concurrent.Executor;

/** The slow part of a hook. It runs on another thread, and its answer is given on the main thread. */
public final class BackgroundWork {
  /** What the hook answers. */
  public interface Work {
    Object value() throws Refused;
  }

  private static final String TAG = "ThumbaWork";

  private final Executor executor;
  private final Handler mainThread = new Handler(Looper.getMainLooper());

  public BackgroundWork(Executor executor) {
    this.executor = executor;
  }

  public void start(Reply reply, Work work) {
    executor.execute(
        () -> {
          Runnable answer = answerOf(reply, work);
          mainThread.post(answer);
        });
  }

  private static Runnable answerOf(Reply reply, Work work) {
    try {
      Object value = work.value();
      return () -> reply.value(value);
    } catch (Refused refused) {
      return () -> reply.refuse(refused.refusal);
    } catch (SecurityException notAllowed) {
      return () -> reply.refuse(Refusal.REFUSED);
    } catch (RuntimeException fault) {
      // Its text may hold what was read from the phone.
      Log.e(TAG, fault.getClass().getName());
      return () -> reply.refuse(Refusal.FAILED);
    }
  }
}
