package com.thumba.wallet.bridge;

import static org.robolectric.Shadows.shadowOf;

import android.os.Looper;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/** The other threads of the app. Their work waits until the test lets it run. */
public final class TestBackground implements Executor {
  private final Deque<Runnable> work = new ArrayDeque<>();

  @Override
  public void execute(Runnable task) {
    work.add(task);
  }

  public boolean isEmpty() {
    return work.isEmpty();
  }

  /** Runs the work on another thread, and then what it left for the main thread. */
  public void run() throws InterruptedException {
    while (!work.isEmpty()) {
      Thread thread = new Thread(work.remove());
      thread.start();
      thread.join();
    }
    shadowOf(Looper.getMainLooper()).idle();
  }
}
