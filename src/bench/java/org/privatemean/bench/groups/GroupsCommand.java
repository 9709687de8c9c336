package org.privatemean.bench.groups;

import picocli.CommandLine.Command;

/** Measures the means of groups and persons. */
@Command(
    name = "groups",
    description = "Measures means of groups and persons: error, cost, large tables.",
    subcommands = {GroupsAccuracyCommand.class, GroupsCostCommand.class})
public final class GroupsCommand {
  /** For picocli. */
  public GroupsCommand() {}
}
