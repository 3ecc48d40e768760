package com.thumba.wallet.permission;

/** What Android would do if the permission was asked for. */
public enum PermissionState {
  GRANTED("granted"),
  /** Android would ask the person. */
  PROMPT("prompt"),
  /** Android would not ask any more. */
  DENIED("denied");

  final String name;

  PermissionState(String name) {
    this.name = name;
  }
}
