namespace Bridge.SocketPool.Connections;

/// <summary>Fits a line through points, with the least sum of squares of the distances.</summary>
internal static class LeastSquares
{
    /// <summary>Returns the slope of the line; 0 if all points have the same x.</summary>
    public static double Slope(IEnumerable<(double X, double Y)> points)
    {
        double count = 0, sumX = 0, sumY = 0, sumXX = 0, sumXY = 0;
        foreach (var (x, y) in points)
            (count, sumX, sumY, sumXX, sumXY) = (count + 1, sumX + x, sumY + y, sumXX + (x * x), sumXY + (x * y));
        var spread = (count * sumXX) - (sumX * sumX);
        return spread > 0 ? ((count * sumXY) - (sumX * sumY)) / spread : 0;
    }
}
