using System.Globalization;

namespace Bridge.Testing.Fuzzing;

/// <summary>
/// Runs a property with many cases, each with a seed of its own, so that a failed case can be repeated.
/// BRIDGE_FUZZ_FACTOR multiplies the number of cases, BRIDGE_FUZZ_SEED is the first seed, and BRIDGE_FUZZ_REPORT names a
/// file that receives the number of cases that ran.
/// </summary>
public static class Fuzz
{
    /// <summary>Gets whether this is a run of more cases than an ordinary one.</summary>
    public static bool IsLong => Setting("BRIDGE_FUZZ_FACTOR") > 1;

    /// <param name="name">The name of the property, for the report.</param>
    /// <param name="share">The number of cases of an ordinary run.</param>
    /// <param name="property">Throws if it does not hold.</param>
    public static void Run(string name, int share, Action<Random> property)
    {
        var (first, cases) = (Setting("BRIDGE_FUZZ_SEED"), share * Setting("BRIDGE_FUZZ_FACTOR"));
        for (var seed = first; seed < first + cases; seed++)
        {
            try
            {
                property(new Random(seed));
            }
            catch (Exception exception)
            {
                throw new InvalidOperationException($"{name} does not hold for seed {seed}: {exception.Message}", exception);
            }
        }

        Report(name, cases);
    }

    /// <summary>Runs an asynchronous property.</summary>
    public static async Task RunAsync(string name, int share, Func<Random, Task> property)
    {
        var (first, cases) = (Setting("BRIDGE_FUZZ_SEED"), share * Setting("BRIDGE_FUZZ_FACTOR"));
        for (var seed = first; seed < first + cases; seed++)
        {
            try
            {
                await property(new Random(seed)).ConfigureAwait(false);
            }
            catch (Exception exception)
            {
                throw new InvalidOperationException($"{name} does not hold for seed {seed}: {exception.Message}", exception);
            }
        }

        Report(name, cases);
    }

    private static int Setting(string name) =>
        int.TryParse(Environment.GetEnvironmentVariable(name), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : 1;

    private static void Report(string name, int cases)
    {
        if (Environment.GetEnvironmentVariable("BRIDGE_FUZZ_REPORT") is { Length: > 0 } file)
            File.AppendAllText(file, string.Create(CultureInfo.InvariantCulture, $"{name}: {cases} cases\n"));
    }
}
