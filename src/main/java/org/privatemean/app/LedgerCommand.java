package org.privatemean.app;

import picocli.CommandLine.Command;

/** Commands on a budget that outlives the jobs that spend it. Needs one of its subcommands. */
@Command(
    name = "ledger",
    description = {
      "Creates, shows and verifies a ledger: one privacy budget for all fits on the "
          + "same people, which fits use with their option --ledger."
    },
    subcommands = {
      InitCommand.class,
      ShowCommand.class,
      VerifyCommand.class,
      ChargeCommand.class,
      NoteCommand.class
    },
    footer = {
      "",
      "Of a database the user and password come from the environment variables",
      "PRIVATE_MEAN_LEDGER_USER and PRIVATE_MEAN_LEDGER_PASSWORD or else from Spark's settings",
      "spark.privatemean.ledger.user and spark.privatemean.ledger.password, never from an option:",
      "others can see the options of a process.",
      "",
      "Example:",
      "  private-mean ledger init --ledger file:/srv/ledger --rho 1 --neighbours addRemove \\",
      "      --unit row --population 'Visits to the clinics, 2026'"
    })
final class LedgerCommand {}
