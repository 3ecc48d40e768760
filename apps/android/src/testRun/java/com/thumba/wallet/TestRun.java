package com.thumba.wallet;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/**
 * Runs the test classes that are named, and tells which tests failed and why. A test that was left out counts as
 * failed: a green run must have run everything.
 */
public final class TestRun extends RunListener {
  private static final String OWN_PACKAGE = "com.thumba.wallet";
  private static final int MOST_LINES = 12;

  private final PrintStream out;
  private final List<String> failures = new ArrayList<>();
  private int finishedTests;

  private TestRun(PrintStream out) {
    this.out = out;
  }

  public static void main(String... classNames) throws IOException {
    TestRun run = new TestRun(System.out);
    // What Android logs during the tests are thousands of lines.
    PrintStream log = new PrintStream(System.getProperty("thumba.test-log"));
    System.setOut(log);
    System.setErr(log);
    JUnitCore core = new JUnitCore();
    core.addListener(run);
    try {
      for (String className : classNames) run.testClass(core, Class.forName(className));
    } catch (ClassNotFoundException | LinkageError fault) {
      run.failures.add("The tests did not run to their end\n" + shortTrace(fault));
    }
    System.exit(run.report());
  }

  private void testClass(JUnitCore core, Class<?> tests) {
    int finishedBefore = finishedTests;
    int failedBefore = failures.size();
    long beganNanos = System.nanoTime();
    core.run(tests);
    int finished = finishedTests - finishedBefore;
    if (finished == 0) failures.add(tests.getName() + "\n  has no test that ran");
    String mark = failures.size() == failedBefore ? "✓" : "✗";
    long seconds = (System.nanoTime() - beganNanos) / 1_000_000_000L;
    out.println(mark + " " + tests.getSimpleName() + ": " + finished + " tests, " + seconds + " s");
  }

  private int report() {
    for (String failure : failures) out.println("\n✗ " + failure);
    out.println("\n" + finishedTests + " tests, " + failures.size() + " failed");
    return failures.isEmpty() ? 0 : 1;
  }

  @Override
  public void testFinished(Description test) {
    finishedTests++;
  }

  @Override
  public void testFailure(Failure failure) {
    failures.add(failure.getDescription() + "\n" + shortTrace(failure.getException()));
  }

  @Override
  public void testAssumptionFailure(Failure failure) {
    failures.add(failure.getDescription() + "\n  was left out: " + failure.getMessage());
  }

  @Override
  public void testIgnored(Description test) {
    failures.add(test + "\n  was left out");
  }

  /** The message, the place, and the lines of our own code. */
  private static String shortTrace(Throwable failure) {
    StringBuilder text = new StringBuilder("  " + failure);
    Arrays.stream(failure.getStackTrace())
        .map(StackTraceElement::toString)
        .filter(line -> line.contains(OWN_PACKAGE))
        .limit(MOST_LINES)
        .forEach(line -> text.append("\n    at ").append(line));
    if (failure.getCause() != null) text.append("\n  because of\n").append(shortTrace(failure.getCause()));
    return text.toString();
  }
}
