using System.Runtime.ExceptionServices;

namespace Bridge.Testing;

/// <summary>A thread that no other test uses, for what belongs to a thread.</summary>
public static class OwnThread
{
    /// <summary>Runs <paramref name="action"/> there, waits for it and rethrows its failure.</summary>
    public static void Run(Action action)
    {
        ExceptionDispatchInfo? failure = null;
        var thread = new Thread(() =>
        {
            try
            {
                action();
            }
            catch (Exception exception)
            {
                failure = ExceptionDispatchInfo.Capture(exception);
            }
        });
        thread.Start();
        thread.Join();
        failure?.Throw();
    }
}
