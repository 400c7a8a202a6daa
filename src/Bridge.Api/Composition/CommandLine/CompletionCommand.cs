using System.CommandLine;
using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Composition.CommandLine;

/// <summary><c>bridge completion SHELL</c>: prints the shell script that completes commands and options.</summary>
internal static class CompletionCommand
{
    // Each script runs the program with the [suggest] directive of System.CommandLine.
    private static readonly Dictionary<string, string> Scripts = new()
    {
        ["bash"] = """
            _bridge() {
              local line=${COMP_LINE:0:COMP_POINT}
              mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" "[suggest:${#line}]" "$line" 2>/dev/null)" -- "$2")
            }
            complete -o default -F _bridge bridge
            """,
        ["fish"] = """
            complete -c bridge -a '(set -l line (commandline -cp); bridge "[suggest:"(string length -- $line)"]" $line 2>/dev/null)'
            """,
        ["powershell"] = """
            Register-ArgumentCompleter -Native -CommandName bridge -ScriptBlock {
              param($word, $line, $position)
              bridge "[suggest:$position]" "$line" | Where-Object { $_ -like "$word*" }
            }
            """,
        ["zsh"] = """
            #compdef bridge
            _bridge() {
              local -a found
              found=(${(f)"$(bridge "[suggest:$CURSOR]" "$BUFFER" 2>/dev/null)"})
              compadd -a found
            }
            compdef _bridge bridge
            """,
    };

    public static Command Create()
    {
        var shell = new Argument<string>("SHELL") { Description = "bash, fish, powershell or zsh." };
        shell.CompletionSources.Add([.. Scripts.Keys]);
        var command = new Command("completion", "Prints the completion of a shell: source <(bridge completion bash)") { shell };
        command.SetAction(parsed => Console.Out.WriteLine(ScriptOf(parsed.GetRequiredValue(shell))));
        return command;
    }

    private static string ScriptOf(string shell) => Scripts.TryGetValue(shell, out var script) ? script
        : throw new StartException($"SHELL must be one of {string.Join(", ", Scripts.Keys)}; got \"{shell}\".");
}
