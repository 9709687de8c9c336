package org.privatemean.app;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Simulated deployments of devices. Needs one of its subcommands. */
@Command(
    name = "simulate",
    description =
        "Simulates a deployment on the rows of an input, one user per row: the messages "
            + "that users send, lost and false messages, and the resulting mean.",
    subcommands = {
      SimulateLocalCommand.class,
      SimulateShuffleCommand.class,
      SimulateGaussianCommand.class
    },
    footer = {
      "",
      "Example: private-mean simulate gaussian --input x.csv --column x --epsilon 1 --sigma 2 \\",
      "      --mean-bound 100 --report r.json"
    })
final class SimulateCommand {
  static void addTo(CommandLine simulate) {
    SimulateLocalCommand.OPTIONS.addTo(simulate.getSubcommands().get("local"));
    SimulateShuffleCommand.OPTIONS.addTo(simulate.getSubcommands().get("shuffle"));
    SimulateGaussianCommand.OPTIONS.addTo(simulate.getSubcommands().get("gaussian"));
  }
}
