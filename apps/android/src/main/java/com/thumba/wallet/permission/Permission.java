package com.thumba.wallet.permission;

/** The permissions of the contract, and what Android calls them. */
public enum Permission {
  CAMERA("camera", "android.permission.CAMERA"),
  /** Never the fine location: it is not needed. */
  LOCATION("location", "android.permission.ACCESS_COARSE_LOCATION"),
  MESSAGES("messages", "android.permission.READ_SMS"),
  CALENDAR("calendar", "android.permission.READ_CALENDAR", "android.permission.WRITE_CALENDAR"),
  NOTIFICATIONS("notifications", "android.permission.POST_NOTIFICATIONS");

  public final String name;
  private final String[] androidNames;

  Permission(String name, String... androidNames) {
    this.name = name;
    this.androidNames = androidNames;
  }

  public String[] androidNames() {
    return androidNames.clone();
  }
}
