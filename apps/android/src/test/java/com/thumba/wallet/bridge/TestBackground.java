package com.thumba.wallet.bridge;

import static org.robolectric.Shadows.shadowOf;

import android.os.Looper;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** The other threads of the app. Their work waits until the test lets it run. */
public final class TestBackground implements Executor {
  private final List<Runnable> work = new ArrayList<>();
  private List<Thread> threads = List.of();

  @Override
  public void execute(Runnable task) {
    work.add(task);
  }

  public boolean isEmpty() {
    return work.isEmpty();
  }

  /** Runs the work on other threads at the same time, and then what it left for the main thread. */
  public void run() throws InterruptedException {
    runOnOtherThreads();
    shadowOf(Looper.getMainLooper()).idle();
  }

  /** What the work leaves for the main thread waits. */
  public void runOnOtherThreads() throws InterruptedException {
    threads = work.stream().map(Thread::new).toList();
    work.clear();
    for (Thread thread : threads) thread.start();
    for (Thread thread : threads) thread.join();
  }

  /** The threads of the work that runs. */
  public List<Thread> threads() {
    return threads;
  }
}
