package com.thumba.wallet.permission;

import android.app.Activity;
import android.app.NotificationManager;
import android.content.Context;
import android.content.SharedPreferences;
import android.content.pm.PackageManager;
import android.os.Build;
import android.os.SystemClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * Asks for permissions one after the other: Android answers a question at once with nothing while another one is
 * open. It runs on the main thread.
 */
public final class PermissionQueue implements Permissions {
  private static final int FIRST_CODE = 100;
  /** The page has given up by then, so a question that still waits is not asked. */
  private static final long LONGEST_WAIT_MS = 60_000;

  private static final class Question {
    final Permission permission;
    final long requestedMs = SystemClock.elapsedRealtime();
    final List<Consumer<Boolean>> answers = new ArrayList<>();

    Question(Permission permission) {
      this.permission = permission;
    }

    void answer(boolean isGranted) {
      for (Consumer<Boolean> answer : answers) answer.accept(isGranted);
    }
  }

  private final Activity activity;
  /** The permissions that the person has refused once. */
  private final SharedPreferences refusedBefore;
  private final Deque<Question> waiting = new ArrayDeque<>();
  private Question open;

  public PermissionQueue(Activity activity) {
    this.activity = activity;
    refusedBefore = activity.getSharedPreferences("permissions-refused", Context.MODE_PRIVATE);
  }

  @Override
  public boolean isUsed(Permission permission) {
    return DeclaredPermissions.of(activity).containsAll(Arrays.asList(permission.androidNames()));
  }

  /**
   * Android does not tell whether it would ask. It wants an explanation shown after the first refusal, and none
   * after the last one. A question that was closed without an answer is not a refusal.
   */
  @Override
  public PermissionState state(Permission permission) {
    if (isGranted(permission)) {
      refusedBefore.edit().remove(permission.name).apply();
      return PermissionState.GRANTED;
    }
    if (isNotificationsBeforeQuestions(permission)) return PermissionState.DENIED;
    if (wantsExplanation(permission)) return PermissionState.PROMPT;
    return refusedBefore.getBoolean(permission.name, false) ? PermissionState.DENIED : PermissionState.PROMPT;
  }

  @Override
  public boolean isGranted(Permission permission) {
    if (!isUsed(permission)) return false;
    if (isNotificationsBeforeQuestions(permission))
      return activity.getSystemService(NotificationManager.class).areNotificationsEnabled();
    for (String name : permission.androidNames())
      if (activity.checkSelfPermission(name) != PackageManager.PERMISSION_GRANTED) return false;
    return true;
  }

  @Override
  public void request(Permission permission, Consumer<Boolean> answer) {
    boolean isGranted = isGranted(permission);
    if (isGranted || !isUsed(permission) || isNotificationsBeforeQuestions(permission)) {
      answer.accept(isGranted);
      return;
    }
    questionFor(permission).answers.add(answer);
    if (open == null) askNext();
  }

  /**
   * The activity gives every result here. A result that no open question has asked for comes after Android has
   * ended the process, and only tells what was refused.
   */
  public void deliverResult(int code, String[] names) {
    Permission permission = permissionOf(code);
    if (permission == null) return;
    if (names.length > 0) rememberRefusal(permission);
    if (open == null || open.permission != permission) return;
    Question answered = open;
    open = null;
    answered.answer(isGranted(permission));
    if (open == null) askNext();
  }

  private Question questionFor(Permission permission) {
    if (open != null && open.permission == permission) return open;
    for (Question question : waiting) if (question.permission == permission) return question;
    Question question = new Question(permission);
    waiting.add(question);
    return question;
  }

  private void askNext() {
    while (open == null && !waiting.isEmpty()) {
      Question next = waiting.remove();
      boolean isTooLate = SystemClock.elapsedRealtime() - next.requestedMs >= LONGEST_WAIT_MS;
      if (isTooLate || isGranted(next.permission)) {
        next.answer(isGranted(next.permission));
        continue;
      }
      open = next;
      rememberRefusal(next.permission);
      activity.requestPermissions(next.permission.androidNames(), FIRST_CODE + next.permission.ordinal());
    }
  }

  private void rememberRefusal(Permission permission) {
    if (wantsExplanation(permission)) refusedBefore.edit().putBoolean(permission.name, true).apply();
  }

  private boolean wantsExplanation(Permission permission) {
    for (String name : permission.androidNames())
      if (activity.shouldShowRequestPermissionRationale(name)) return true;
    return false;
  }

  private static Permission permissionOf(int code) {
    int ordinal = code - FIRST_CODE;
    return ordinal < 0 || ordinal >= Permission.values().length ? null : Permission.values()[ordinal];
  }

  /** Before Android 13 notifications need no permission. The person can switch them off in the settings. */
  private static boolean isNotificationsBeforeQuestions(Permission permission) {
    return permission == Permission.NOTIFICATIONS && Build.VERSION.SDK_INT < Build.VERSION_CODES.TIRAMISU;
  }
}
