namespace Bridge.Doors.Gdb.Target;

/// <summary>The registers in the order of <see cref="TargetDescription"/>, with the bridge's names.</summary>
internal static class ArmRegisters
{
    /// <summary>The number of the program counter.</summary>
    public const int ProgramCounter = 15;

    /// <summary>The number of the status register.</summary>
    public const int Status = 16;

    /// <summary>How many there are.</summary>
    public const int Count = 17;

    /// <summary>Returns the name of a register.</summary>
    public static string NameOf(int number) => number == Status ? "cpsr" : $"r{number}";
}
